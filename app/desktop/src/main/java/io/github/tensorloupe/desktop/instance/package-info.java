/// One running program for each person and display: whoever starts it a second time hands over what
/// is to be opened, and ends. Needs no JavaFX.
///
/// Main types: [io.github.tensorloupe.desktop.instance.Instance],
/// [io.github.tensorloupe.desktop.instance.InstancePlace],
/// [io.github.tensorloupe.desktop.instance.Handover].
///
/// May use: `storage`.
package io.github.tensorloupe.desktop.instance;
