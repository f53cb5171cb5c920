# SPDX-License-Identifier: Apache-2.0
# Calls a graph from Python: lists or buffers in, a tensor out. Run it in a context with the languages python and ashlar.
from array import array

import polyglot

module = polyglot.eval(path="examples/mlp.ashlar", language="ashlar")
mlp = module.load({
    "up.weight": [[1.0, 1.0], [1.0, 1.0]],
    "up.bias": array("f", [0, -1]),
    "down.weight": [[1.0, -2.0]],
    "down.bias": [0.0],
}).mlp

y = mlp(array("f", [0, 0, 0, 1, 1, 0, 1, 1]))  # four rows of two
print(y)
print("exclusive or:", *[row[0] for row in y])
print("shape:", list(y.shape))

try:
    mlp([1.0, 2.0, 3.0])
except BaseException as e:
    print(e)
