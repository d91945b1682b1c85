package io.github.tensorloupe.desktop.pane.repair;

import io.github.tensorloupe.desktop.control.panel.PanelHost;
import io.github.tensorloupe.desktop.control.panel.SaveTargets;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.text.Messages;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// What the flows that help damaged files work with.
///
/// @param panels shows the panel
/// @param jobs reads and writes the files
/// @param targets asks where a new file goes
/// @param open opens a file in the window
/// @param reopen opens the document anew
/// @param tell tells what came of it when the panel is gone
public record RepairTools(
    Supplier<PanelHost> panels,
    Jobs jobs,
    SaveTargets targets,
    Consumer<Path> open,
    Runnable reopen,
    Consumer<String> tell,
    Messages messages) {}
