// SPDX-License-Identifier: Apache-2.0

/// The `ashlar` command: one small class per subcommand, and what they share for input, output and errors.
///
/// The only package that writes to the standard streams or reads system properties. It may import everything but
/// Truffle: graphs run through the polyglot API. Start reading at [dev.ashlar.launcher.AshlarCommand].
package dev.ashlar.launcher;
