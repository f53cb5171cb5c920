// SPDX-License-Identifier: Apache-2.0

/// Runs what the documentation tells its readers to run.
package dev.ashlar.tests.docs;
