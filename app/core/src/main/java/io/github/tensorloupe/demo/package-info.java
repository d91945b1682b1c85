/// Sample checkpoints: small healthy and damaged files with invented content and reproducible
/// bytes.
///
/// Main type: [io.github.tensorloupe.demo.DemoCheckpoints].
///
/// May use: `text`, `format`, `work`, `element`, `model`, `save`.
package io.github.tensorloupe.demo;
