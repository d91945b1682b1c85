/// The sample checkpoints: small files that show what real ones are like, the damaged ones
/// included. Everything in them is made up, and the same bytes come out every time.
///
/// Main type: [io.github.tensorloupe.demo.DemoCheckpoints].
///
/// May use: `text`, `format`, `work`, `element`, `model`, `save`.
package io.github.tensorloupe.demo;
