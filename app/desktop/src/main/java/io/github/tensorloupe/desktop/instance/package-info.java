/// A single running program per user and display: a second launch hands its paths over and exits.
/// Does not use JavaFX.
///
/// Main types: [io.github.tensorloupe.desktop.instance.Instance],
/// [io.github.tensorloupe.desktop.instance.InstancePlace],
/// [io.github.tensorloupe.desktop.instance.Handover].
///
/// May use: `save`, `storage`.
package io.github.tensorloupe.desktop.instance;
