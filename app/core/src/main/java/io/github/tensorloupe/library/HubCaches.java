package io.github.tensorloupe.library;

import module java.base;

import io.github.tensorloupe.model.PathText;

/// The folders in which the Hugging Face libraries keep their downloads.
///
/// They themselves use the first place that the environment names. All of them are looked at here,
/// because what was downloaded under another environment is on the disk all the same.
public final class HubCaches {

  private HubCaches() {}

  /// The caches that are there, each once, the one in use first.
  ///
  /// @param environment environment variables: `HF_HUB_CACHE`, `HUGGINGFACE_HUB_CACHE`, `HF_HOME`,
  ///   `XDG_CACHE_HOME`, `HOME` and `USERPROFILE` are asked
  public static List<Place> of(Map<String, String> environment) {
    Optional<Path> home =
        Stream.of("HOME", "USERPROFILE")
            .map(name -> PathText.path(environment.getOrDefault(name, "")))
            .flatMap(Optional::stream)
            .findFirst();
    List<Place> caches = new ArrayList<>();
    Set<Path> seen = new HashSet<>();
    Stream.of(
            variable(environment, "HF_HUB_CACHE", home),
            variable(environment, "HUGGINGFACE_HUB_CACHE", home),
            variable(environment, "HF_HOME", home).map(folder -> folder.resolve("hub")),
            variable(environment, "XDG_CACHE_HOME", home)
                .map(folder -> folder.resolve("huggingface", "hub")),
            home.map(folder -> folder.resolve(".cache", "huggingface", "hub")))
        .flatMap(Optional::stream)
        .forEach(
            folder -> {
              try {
                if (Files.isDirectory(folder) && seen.add(folder.toRealPath())) {
                  caches.add(Place.cache(folder));
                }
              } catch (IOException e) {
                // It has just gone.
              }
            });
    return List.copyOf(caches);
  }

  /// The libraries take a tilde for the home folder, as a shell does.
  private static Optional<Path> variable(
      Map<String, String> environment, String name, Optional<Path> home) {
    String value = environment.getOrDefault(name, "");
    if (value.equals("~") || value.startsWith("~/")) {
      return home.map(folder -> folder.resolve(value.substring(Math.min(2, value.length()))));
    }
    return PathText.path(value);
  }
}
