package io.github.tensorloupe.desktop.shell;

import module java.base;

import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.session.RememberedDocument;
import io.github.tensorloupe.desktop.session.Session;
import io.github.tensorloupe.desktop.session.SessionFile;
import io.github.tensorloupe.desktop.session.StartupPlan;
import io.github.tensorloupe.desktop.text.Messages;

/// Stores the state of the windows in the background, unless another process already does. Belongs
/// to the FX thread, unless stated otherwise.
final class SessionKeeper {

  private static final long MAX_LOOK_MILLISECONDS = 1000;

  private final SessionFile file;
  private final Executor background;
  private final Messages messages;
  private final Consumer<Failure> onFailure;
  private final JobSlot<Boolean> storing;
  private final boolean isMine;
  private final AtomicReference<Optional<Session>> latest = new AtomicReference<>(Optional.empty());
  private boolean hasFailed;

  /// Claims the file for this process unless another one has claimed it. Any thread; blocks.
  ///
  /// @param patience maximum wait for another process that has claimed the file and may be ending
  /// @param background runs tasks that the start does not wait for, because disks may be slow
  /// @param onFailure receives the cause of the first failed attempt to store
  SessionKeeper(
      SessionFile file,
      Duration patience,
      Executor beside,
      Jobs jobs,
      Messages messages,
      Consumer<Failure> onFailure) {
    this.file = file;
    this.background = beside;
    this.storing = new JobSlot<>(jobs);
    this.messages = messages;
    this.onFailure = onFailure;
    this.isMine = file.claim(patience);
  }

  /// Returns the plan for this start. The new session is stored at once in the background, so that
  /// the next start can detect a crash during this one; the windows are opened even if storing
  /// fails. Any thread; blocks.
  ///
  /// @throws IOException if the file cannot be read; the message is a sentence
  StartupPlan begin(boolean restores, boolean hasPaths) throws IOException {
    if (!isMine) {
      return StartupPlan.FRESH;
    }
    Session before = file.load();
    Set<Path> missing = missing(before);
    StartupPlan start =
        StartupPlan.after(before, restores, hasPaths, path -> !missing.contains(path));
    latest.set(Optional.of(start.session()));
    background.execute(
        () -> {
          Optional<Session> begun = latest.get();
          try {
            storeLatest();
          } catch (IOException e) {
            // The session does not count as stored, so that the next attempt follows and reports
            // why.
            latest.compareAndSet(begun, Optional.empty());
          }
        });
    return start;
  }

  /// Finds missing documents. A path on a drive that does not respond counts as existing; its
  /// window then shows the error.
  private static Set<Path> missing(Session session) {
    Set<Path> missing = ConcurrentHashMap.newKeySet();
    List<Callable<Boolean>> checks =
        session.windows().stream()
            .flatMap(window -> window.document().stream())
            .map(RememberedDocument::path)
            .distinct()
            .<Callable<Boolean>>map(path -> () -> Files.notExists(path) && missing.add(path))
            .toList();
    try {
      // Not closed, because close waits for the drive.
      Executors.newVirtualThreadPerTaskExecutor()
          .invokeAll(checks, MAX_LOOK_MILLISECONDS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return Set.copyOf(missing);
  }

  /// Replaces the stored session soon.
  void update(Session session) {
    if (isMine && !latest.get().equals(Optional.of(session))) {
      latest.set(Optional.of(session));
      storing.whenFree(this::store);
    }
  }

  private void store() {
    storing.start(
        messages.text("session.job"),
        (_, _) -> {
          storeLatest();
          return true;
        },
        _ -> {},
        failure -> {
          if (!hasFailed) {
            hasFailed = true;
            onFailure.accept(Failures.of(failure).doing(messages.text("session.not-kept")));
          }
        });
  }

  /// A late writer stores the session that is the latest by then.
  private synchronized void storeLatest() throws IOException {
    Optional<Session> session = latest.get();
    if (session.isPresent()) {
      file.store(session.get());
    }
  }

  /// Stores the latest session at once. Any thread, at the end of the process; blocks. A failure
  /// was reported before or can no longer be reported in a window.
  void flush() {
    try {
      storeLatest();
    } catch (IOException e) {
      System.err.println(e.getMessage());
    }
  }
}
