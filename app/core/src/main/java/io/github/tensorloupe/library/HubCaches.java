package io.github.tensorloupe.library;

import module java.base;

import io.github.tensorloupe.model.PathText;

/// The caches of the Hugging Face libraries.
///
/// The libraries use only the first folder that the environment specifies. This class returns all
/// specified folders, because models may have been downloaded with other settings.
public final class HubCaches {

  private HubCaches() {}

  /// Returns the existing caches without duplicates, the active cache first.
  ///
  /// @param environment environment variables; uses `HF_HUB_CACHE`, `HUGGINGFACE_HUB_CACHE`,
  ///   `HF_HOME`, `XDG_CACHE_HOME`, `HOME` and `USERPROFILE`
  public static List<LibraryFolder> of(Map<String, String> environment) {
    Optional<Path> home =
        Stream.of("HOME", "USERPROFILE")
            .map(name -> PathText.path(environment.getOrDefault(name, "")))
            .flatMap(Optional::stream)
            .findFirst();
    Path hub = Path.of("huggingface", "hub");
    List<Optional<Path>> folders =
        List.of(
            variable(environment, "HF_HUB_CACHE", home),
            variable(environment, "HUGGINGFACE_HUB_CACHE", home),
            variable(environment, "HF_HOME", home).map(folder -> folder.resolve("hub")),
            variable(environment, "XDG_CACHE_HOME", home).map(folder -> folder.resolve(hub)),
            home.map(folder -> folder.resolve(".cache").resolve(hub)));
    List<LibraryFolder> caches = new ArrayList<>();
    Set<Path> visited = new TreeSet<>();
    for (Optional<Path> folder : folders) {
      try {
        if (folder.filter(Files::isDirectory).isPresent()
            && visited.add(folder.get().toRealPath())) {
          caches.add(LibraryFolder.cache(folder.get()));
        }
      } catch (IOException e) {
        // The folder was deleted in the meantime.
      }
    }
    return caches;
  }

  /// Returns the preferred snapshot of a model in the first cache that contains the model.
  ///
  /// @param model the name of the model, such as `organization/model`
  public static Optional<Path> find(List<LibraryFolder> caches, String model) {
    String name = "models--" + model.replace("/", "--");
    for (LibraryFolder cache : caches) {
      try {
        Path folder = cache.folder().resolve(name);
        HubRepository repository = new HubRepository(folder, _ -> List.of());
        List<Path> snapshots = repository.snapshots(HubRepository.refsIn(folder));
        if (!snapshots.isEmpty()) {
          return Optional.of(snapshots.getFirst());
        }
      } catch (IOException | InvalidPathException e) {
        // The next cache may contain the model.
      }
    }
    return Optional.empty();
  }

  /// Returns the path in an environment variable. Expands a leading tilde like the libraries.
  private static Optional<Path> variable(
      Map<String, String> environment, String name, Optional<Path> home) {
    String value = environment.getOrDefault(name, "");
    if (value.equals("~") || value.startsWith("~/")) {
      return home.map(folder -> folder.resolve(value.substring(Math.min(2, value.length()))));
    }
    return PathText.path(value);
  }
}
