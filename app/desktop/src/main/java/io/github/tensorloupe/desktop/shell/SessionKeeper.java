package io.github.tensorloupe.desktop.shell;

import module java.base;

import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.Refresh;
import io.github.tensorloupe.desktop.session.RememberedDocument;
import io.github.tensorloupe.desktop.session.Session;
import io.github.tensorloupe.desktop.session.SessionFile;
import io.github.tensorloupe.desktop.session.StartupPlan;
import io.github.tensorloupe.desktop.text.Messages;

/// Keeps what is to be remembered of the windows, beside the FX thread; where another process does
/// so already, keeps nothing. Belongs to the FX thread, unless something else is said.
final class SessionKeeper {

  private static final long LONGEST_LOOK_MILLISECONDS = 1000;

  private final SessionFile file;
  private final Executor beside;
  private final Jobs jobs;
  private final Messages messages;
  private final Consumer<Failure> onFailure;
  private final Refresh kept = new Refresh(this::store);
  private final boolean isMine;
  private final AtomicReference<Optional<Session>> latest = new AtomicReference<>(Optional.empty());
  private boolean hasFailed;

  /// Takes the file for this process, if no other one has it. Any thread; blocks it.
  ///
  /// @param patience to wait for another process that has the file, and may be ending
  /// @param beside runs what the start does not wait for; disks take their time
  /// @param onFailure receives why, the first time that nothing can be kept
  SessionKeeper(
      SessionFile file,
      Duration patience,
      Executor beside,
      Jobs jobs,
      Messages messages,
      Consumer<Failure> onFailure) {
    this.file = file;
    this.beside = beside;
    this.jobs = jobs;
    this.messages = messages;
    this.onFailure = onFailure;
    this.isMine = file.claim(patience);
  }

  /// The plan for this start. That it begins is kept at once, so that a start that ends badly is
  /// known to the next one; the windows do not wait for it, and are opened also where that cannot
  /// be kept. Any thread; blocks it.
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
    beside.execute(
        () -> {
          Optional<Session> begun = latest.get();
          try {
            storeLatest();
          } catch (IOException e) {
            // Nothing counts as kept, so that the next attempt follows, and tells the windows why.
            latest.compareAndSet(begun, Optional.empty());
          }
        });
    return start;
  }

  /// A path on a drive that does not answer counts as there: then the window says what is wrong.
  private static Set<Path> missing(Session session) {
    Set<Path> missing = ConcurrentHashMap.newKeySet();
    List<Callable<Boolean>> looks =
        session.windows().stream()
            .flatMap(window -> window.document().stream())
            .map(RememberedDocument::path)
            .distinct()
            .<Callable<Boolean>>map(path -> () -> Files.notExists(path) && missing.add(path))
            .toList();
    try {
      // Not closed, which would wait for the drive.
      Executors.newVirtualThreadPerTaskExecutor()
          .invokeAll(looks, LONGEST_LOOK_MILLISECONDS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return Set.copyOf(missing);
  }

  /// Keeps a session in place of the one before, soon.
  void keep(Session session) {
    if (isMine && !latest.get().equals(Optional.of(session))) {
      latest.set(Optional.of(session));
      kept.request();
    }
  }

  private void store() {
    kept.begun();
    jobs.start(
        messages.text("session.job"),
        (_, _) -> {
          storeLatest();
          return true;
        },
        _ -> kept.ended(),
        failure -> {
          if (!hasFailed) {
            hasFailed = true;
            onFailure.accept(Failures.of(failure).doing(messages.text("session.not-kept")));
          }
          kept.ended();
        });
  }

  /// Whoever is late writes what is the latest by then.
  private synchronized void storeLatest() throws IOException {
    Optional<Session> session = latest.get();
    if (session.isPresent()) {
      file.store(session.get());
    }
  }

  /// Keeps at once what is not kept yet. May be called on any thread, at the end of the process;
  /// blocks it. A failure has been told before or cannot be told any more.
  void flush() {
    try {
      storeLatest();
    } catch (IOException e) {
      System.err.println(e.getMessage());
    }
  }
}
