package io.github.tensorloupe.remote;

import module java.base;

import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.text.Sentence;
import java.net.ProxySelector;

/// Network settings. Immutable.
///
/// @param endpoint the endpoint of the Hub
/// @param environment the environment variables, which contain tokens and proxies
/// @param home the home folder of the user
/// @param objection called before each request; returns the reason why network access is disabled,
///   or empty if it is enabled
/// @param timeout the maximum time without a response
/// @param cache the folder of the disk cache, or empty to disable it
public record RemoteSettings(
    URI endpoint,
    Map<String, String> environment,
    Path home,
    Supplier<Optional<Sentence>> objection,
    Duration timeout,
    Optional<Path> cache) {

  private static final URI HUB = URI.create("https://huggingface.co");
  private static final URI UNUSABLE = URI.create("https://hf-endpoint.invalid");
  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);
  private static final Set<String> YES = Set.of("1", "ON", "YES", "TRUE");

  /// Returns the settings of this process.
  ///
  /// @param environment the environment variables of this process
  public static RemoteSettings of(
      Map<String, String> environment,
      Supplier<Optional<Sentence>> objection,
      Optional<Path> cache) {
    return new RemoteSettings(
        endpoint(environment),
        Map.copyOf(environment),
        Path.of(System.getProperty("user.home", "")),
        objection,
        DEFAULT_TIMEOUT,
        cache);
  }

  /// Replaces an invalid endpoint by an unreachable one, so that no request is sent to another
  /// server.
  private static URI endpoint(Map<String, String> environment) {
    String named = environment.getOrDefault("HF_ENDPOINT", "").strip().replaceAll("/+$", "");
    try {
      URI endpoint = named.isEmpty() ? HUB : new URI(named);
      boolean isServer = Origin.of(endpoint).scheme().matches("https?") && Origin.isIn(endpoint);
      return isServer && endpoint.getRawUserInfo() == null ? endpoint : UNUSABLE;
    } catch (URISyntaxException e) {
      return UNUSABLE;
    }
  }

  void requireOnline() throws SentenceException {
    if (YES.contains(environment.getOrDefault("HF_HUB_OFFLINE", "").toUpperCase(Locale.ROOT))) {
      throw new SentenceException(
          "The environment variable HF_HUB_OFFLINE disables network access.");
    }
    Optional<Sentence> reason = objection.get();
    if (reason.isPresent()) {
      throw new SentenceException(reason.get());
    }
  }

  /// Returns the `Authorization` header with the token, or empty for addresses outside the Hub.
  ///
  /// @throws SentenceException if the token is invalid; the message does not contain the token
  Optional<String> authorization(URI address) throws SentenceException {
    if (!Origin.of(endpoint).isSafe() || !isOfHub(address)) {
      return Optional.empty();
    }
    Optional<String> token = token();
    if (token.filter(value -> !value.matches("[!-~]+")).isPresent()) {
      throw new SentenceException(
          "The token for the hub contains invalid characters; check HF_TOKEN or the token file.");
    }
    return token.map(value -> "Bearer " + value);
  }

  /// Returns true if the address belongs to the Hub: the origin and folder of the endpoint.
  boolean isOfHub(URI address) {
    String path = String.valueOf(address.getPath());
    String folder = endpoint.getPath();
    return Origin.of(address).equals(Origin.of(endpoint))
        && path.startsWith(folder + "/")
        && !Address.isUnsafePath(path.substring(folder.length()));
  }

  private Optional<String> token() {
    String direct = environment.getOrDefault("HF_TOKEN", "").strip();
    if (!direct.isEmpty()) {
      return Optional.of(direct);
    }
    try {
      String token = Files.readString(tokenFile()).strip();
      return Optional.of(token).filter(value -> !value.isEmpty());
    } catch (IOException | InvalidPathException e) {
      // Servers that require a token report that it is missing.
      return Optional.empty();
    }
  }

  private Path tokenFile() {
    String named = environment.getOrDefault("HF_TOKEN_PATH", "");
    String client = environment.getOrDefault("HF_HOME", "");
    String caches = environment.getOrDefault("XDG_CACHE_HOME", "");
    if (!named.isEmpty()) {
      return home.resolve(named);
    }
    if (!client.isEmpty()) {
      return home.resolve(client).resolve("token");
    }
    Path cache = caches.isEmpty() ? home.resolve(".cache") : home.resolve(caches);
    return cache.resolve("huggingface").resolve("token");
  }

  /// Returns the proxies of the system properties, or of the environment variables if no property
  /// sets a proxy.
  ProxySelector proxies() {
    boolean hasProxyProperty =
        Stream.of("https.proxyHost", "http.proxyHost", "socksProxyHost")
            .anyMatch(name -> System.getProperty(name) != null);
    return hasProxyProperty ? ProxySelector.getDefault() : new EnvironmentProxies(environment);
  }

  @Override
  public String toString() {
    return "RemoteSettings[" + endpoint + "]";
  }
}
