package io.github.tensorloupe.desktop.shell;

import module java.base;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.library.FolderWatch.WatchFinding;
import io.github.tensorloupe.desktop.pane.library.LibrarySources;
import io.github.tensorloupe.desktop.pane.library.LibraryViewModel;
import io.github.tensorloupe.desktop.session.TableLayout;
import io.github.tensorloupe.desktop.text.Messages;

/// The library of the program, which all tabs share. Belongs to the FX thread.
final class SharedLibrary {

  final LibraryViewModel model;

  /// The jobs of the library, which are independent of a tab.
  final Jobs jobs;

  /// The columns of the table; empty if they were never shown or arranged.
  Optional<TableLayout> columns = Optional.empty();

  private final LibrarySources sources;
  private final Map<Object, Consumer<WatchFinding>> tabs = new LinkedHashMap<>();
  private final Set<Object> activeTabs = new HashSet<>();
  private boolean hasBegun;

  SharedLibrary(LibrarySources sources, Jobs jobs, Messages messages) {
    this.sources = sources;
    this.jobs = jobs;
    model = new LibraryViewModel(sources, jobs, messages);
  }

  /// Adds a tab, whose jobs pause value checks.
  ///
  /// @param onFinding receives problems of checkpoints that appear in watched folders
  void add(Object tab, Jobs jobsOfTab, Consumer<WatchFinding> onFinding) {
    tabs.put(tab, onFinding);
    if (jobsOfTab != jobs) {
      jobsOfTab.running().subscribe(() -> sources.pending().setBusy(tab, isBusy(jobsOfTab)));
    }
  }

  /// Starts the watch of folders, unless it has started.
  void begin() {
    if (!hasBegun) {
      hasBegun = true;
      model.begin(finding -> List.copyOf(tabs.values()).forEach(each -> each.accept(finding)));
    }
  }

  private boolean isBusy(Jobs jobsOfTab) {
    return !jobs.running().containsAll(jobsOfTab.running());
  }

  /// Removes a tab. The last one stops the watch of folders.
  void remove(Object tab) {
    setActive(tab, false);
    sources.pending().setBusy(tab, false);
    tabs.remove(tab);
    if (tabs.isEmpty()) {
      model.close();
      jobs.cancelAll();
    }
  }

  /// Returns true if any tab shows the library.
  boolean isActive() {
    return !activeTabs.isEmpty();
  }

  /// Sets whether a tab shows the library, whose folders are scanned while it is shown.
  void setActive(Object tab, boolean isActive) {
    boolean wasActive = !activeTabs.isEmpty();
    boolean _ = isActive ? activeTabs.add(tab) : activeTabs.remove(tab);
    if (wasActive == activeTabs.isEmpty()) {
      model.setActive(isActive);
    }
  }
}
