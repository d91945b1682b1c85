package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.remote.RemoteAccess;
import io.github.tensorloupe.remote.RemoteFileSystem;
import io.github.tensorloupe.remote.RemoteSettings;
import io.github.tensorloupe.remote.Traffic;
import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.storage.SettingsFile;
import io.github.tensorloupe.text.Sentence;

/// The addresses among the arguments of a command, and the byte counts fetched from them.
final class Addresses implements AutoCloseable {

  private static final Sentence ADVICE = Sentence.of("Use --yes to fetch it.");

  private final Map<String, String> variables;

  /// The typed addresses, by their printed forms.
  private final Map<String, String> typed = new HashMap<>();

  private final List<Traffic> fetched = new ArrayList<>();

  /// Empty before the first address.
  private Optional<RemoteAccess> access = Optional.empty();

  private boolean isAllFetched;

  /// @param variables of the environment
  Addresses(Map<String, String> variables) {
    this.variables = variables;
  }

  /// Allows any amount to be fetched from now on.
  void fetchAll() {
    isAllFetched = true;
  }

  /// Returns the printed form of an argument: an address without its secret parts, with a number if
  /// another address has the same form.
  String shown(String argument) {
    String shown = RemoteAccess.shown(argument);
    String unique = shown;
    for (int number = 2; !typed.computeIfAbsent(unique, _ -> argument).equals(argument); number++) {
      unique = shown + number;
    }
    return unique;
  }

  /// Returns the path of an address, without network access.
  ///
  /// @param address the typed or the printed form
  /// @throws SentenceException if it cannot be opened
  Path path(String address) throws SentenceException {
    RemoteAccess opening = access.orElseGet(this::begin);
    access = Optional.of(opening);
    Path path = opening.path(typed.getOrDefault(address, address), this::objection);
    fetched.add(((RemoteFileSystem) path.getFileSystem()).traffic());
    return path;
  }

  private RemoteAccess begin() {
    Folders folders = new Folders(variables, System.getProperties());
    SettingsFile settings = new SettingsFile(folders);
    return new RemoteAccess(
        RemoteSettings.of(
            variables,
            () -> networkObjection(settings),
            folders.cache().map(folder -> folder.resolve("remote"))));
  }

  private static Optional<Sentence> networkObjection(SettingsFile settings) {
    try {
      return settings.load().networkObjection();
    } catch (SentenceException e) {
      return Optional.of(e.sentence());
    }
  }

  private Optional<Sentence> objection(String server, long byteCount) {
    return isAllFetched ? Optional.empty() : Optional.of(ADVICE);
  }

  /// Returns the counts of fetched data so far, or empty if no address was opened.
  Optional<JsonObject> fetched() {
    long requests = fetched.stream().mapToLong(Traffic::requestCount).sum();
    long bytes = fetched.stream().mapToLong(Traffic::byteCount).sum();
    return fetched.isEmpty()
        ? Optional.empty()
        : Optional.of(new JsonObject().with("requests", requests).with("bytes", bytes));
  }

  @Override
  public void close() {
    access.ifPresent(RemoteAccess::close);
  }
}
