/// How views hear of models that live longer than they do.
///
/// Main types: [io.github.tensorloupe.ui.follow.Following].
///
/// May use: nothing of this program.
package io.github.tensorloupe.ui.follow;
