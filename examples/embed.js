// SPDX-License-Identifier: Apache-2.0
// Calls a graph from JavaScript: typed arrays in, a tensor out. Run it in a context with the languages js and ashlar.
const { mlp } = Polyglot.evalFile('ashlar', 'examples/mlp.ashlar').load({
  'up.weight': [[1, 1], [1, 1]],
  'up.bias': [0, -1],
  'down.weight': [[1, -2]],
  'down.bias': [0],
});

const y = mlp(new Float32Array([0, 0, 0, 1, 1, 0, 1, 1])); // four rows of two
console.log(`${y}`);
console.log('exclusive or:', Array.from(y, row => row[0]).join(' '));

try {
  mlp(new Float32Array(3));
} catch (e) {
  console.log(e.message);
}
