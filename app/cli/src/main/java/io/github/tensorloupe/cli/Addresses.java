package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.remote.RemoteAccess;
import io.github.tensorloupe.remote.RemoteFileSystem;
import io.github.tensorloupe.remote.RemoteSettings;
import io.github.tensorloupe.remote.Traffic;
import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.storage.UserFiles;
import io.github.tensorloupe.text.Sentence;

/// The addresses among the arguments of a command, and the number of bytes fetched from them.
final class Addresses implements AutoCloseable {

  private static final Sentence ADVICE = Sentence.of("Use --yes to fetch it.");

  private final CommandEnvironment environment;

  /// The typed addresses by printed form.
  private final Map<String, String> typed = new HashMap<>();

  private final List<Traffic> fetched = new ArrayList<>();

  private Optional<RemoteAccess> access = Optional.empty();

  private boolean isAllFetched;

  Addresses(CommandEnvironment environment) {
    this.environment = environment;
  }

  void fetchAll() {
    isAllFetched = true;
  }

  /// Returns the printed form of an argument: an address without secrets, followed by a number if
  /// another address has the same form.
  String shown(String argument) {
    String shown = RemoteAccess.shown(argument);
    String unique = shown;
    for (int number = 2; !typed.computeIfAbsent(unique, _ -> argument).equals(argument); number++) {
      unique = shown + number;
    }
    return unique;
  }

  /// Returns the path of an address. Sends no request.
  ///
  /// @param address the typed or printed form
  /// @throws SentenceException if the address cannot be opened
  Path path(String address) throws SentenceException {
    RemoteAccess opening = access.orElseGet(this::begin);
    access = Optional.of(opening);
    Path path =
        opening.path(
            typed.getOrDefault(address, address),
            (_, _) -> isAllFetched ? Optional.empty() : Optional.of(ADVICE));
    fetched.add(((RemoteFileSystem) path.getFileSystem()).traffic());
    return path;
  }

  private RemoteAccess begin() {
    Folders folders = environment.folders();
    return new RemoteAccess(
        RemoteSettings.of(
            environment.variables(),
            () -> UserFiles.networkObjection(folders),
            folders.cache().map(folder -> folder.resolve("remote"))));
  }

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
