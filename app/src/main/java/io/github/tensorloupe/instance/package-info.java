/// One running program for each person and display: whoever starts it a second time hands over what
/// is to be opened, and ends. Needs no JavaFX.
///
/// Main types: [io.github.tensorloupe.instance.Instance],
/// [io.github.tensorloupe.instance.InstancePlace], [io.github.tensorloupe.instance.Handover].
///
/// May use: `prefs`.
package io.github.tensorloupe.instance;
