/// Sample checkpoints: small healthy and damaged files with synthetic, reproducible content.
///
/// Main type: [io.github.tensorloupe.demo.DemoCheckpoints].
///
/// May use: `text`, `format`, `work`, `element`, `model`, `save`.
package io.github.tensorloupe.demo;
