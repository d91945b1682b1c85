package io.github.tensorloupe.remote;

import module java.base;
import module java.net.http;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.IoConsumer;
import io.github.tensorloupe.work.IoSupplier;

/// Requests for byte ranges and documents, with retries. Thread-safe; blocks the calling thread.
final class Transport implements Closeable {

  /// A fetched range of a file.
  ///
  /// @param bytes the requested bytes, or fewer at the end of the file
  /// @param totalLength the length of the file in bytes
  /// @param version the entity tag or modification date, or an empty string if the server reports
  ///   neither
  /// @param sha256s the hashes of the file reported by the opened server and its redirect targets
  record Part(byte[] bytes, long totalLength, String version, List<String> sha256s) {}

  record Response(int status, HttpHeaders headers, byte[] body) {}

  record RequestContext(Cancellation cancellation, Traffic traffic) {}

  static final int MAX_CONCURRENT = 8;

  private static final int MAX_TRIES = 3;

  /// The system property that lists the authentication schemes that the JDK does not use for
  /// `https` through a proxy.
  private static final String DISABLED_SCHEMES = "jdk.http.auth.tunneling.disabledSchemes";

  private static final Duration MAX_PAUSE = Duration.ofSeconds(60);

  final RemoteSettings settings;
  final Semaphore inFlight = new Semaphore(MAX_CONCURRENT);

  /// The last redirect target by address. Targets may expire.
  final Map<URI, Exchange.Shortcut> shortcuts = new ConcurrentHashMap<>();

  final Map<Origin, NetworkScope> scopes = new ConcurrentHashMap<>();

  /// Created on first use, because it starts threads.
  private HttpClient client;

  Transport(RemoteSettings settings) {
    this.settings = settings;
    // The JDK reads this property once, before the first request.
    if (System.getProperty(DISABLED_SCHEMES) == null) {
      System.setProperty(DISABLED_SCHEMES, "");
    }
  }

  synchronized HttpClient client() {
    if (client == null) {
      client =
          HttpClient.newBuilder()
              .version(HttpClient.Version.HTTP_1_1)
              .followRedirects(HttpClient.Redirect.NEVER)
              .connectTimeout(settings.timeout())
              .proxy(settings.proxies())
              .build();
    }
    return client;
  }

  /// Fetches a range, which may exceed the end of the file.
  ///
  /// @param acceptsWholeFile true to accept the whole file in place of the range if it is not
  ///   longer
  /// @throws CancellationException if cancelled; the connection is closed
  /// @throws IOException if fetching fails; the message does not contain secrets
  Part range(URI address, ByteRange range, boolean acceptsWholeFile, RequestContext context)
      throws IOException {
    if (range.begin() == 0) {
      // Opening a file must not use a stored redirect target.
      shortcuts.remove(address);
    }
    return attempt(
        context, () -> new Exchange(this, address, context).part(range, acceptsWholeFile));
  }

  /// Fetches a whole file without retries; parameters and return value are the same as for
  /// [Exchange#whole].
  List<String> whole(
      URI address, IoConsumer<Long> onLength, IoConsumer<byte[]> onPiece, RequestContext context)
      throws IOException {
    settings.requireOnline();
    shortcuts.remove(address);
    return new Exchange(this, address, context).whole(onLength, onPiece);
  }

  Response document(URI address, int limit, RequestContext context) throws IOException {
    return attempt(context, () -> new Exchange(this, address, context).document(limit));
  }

  private <T> T attempt(RequestContext context, IoSupplier<T> attempt) throws IOException {
    for (int tries = 1; ; tries++) {
      settings.requireOnline();
      context.cancellation().check();
      try {
        return attempt.get();
      } catch (RetryableException e) {
        Duration pause = e.pause.orElse(backoff(tries));
        if (tries == MAX_TRIES || pause.compareTo(MAX_PAUSE) > 0) {
          throw e;
        }
        CompletableFuture<Void> over = new CompletableFuture<>();
        context
            .cancellation()
            .await(over.completeOnTimeout(null, pause.toMillis(), TimeUnit.MILLISECONDS));
      }
    }
  }

  private Duration backoff(int tries) {
    long millis = (settings.timeout().toMillis() << tries) / 150;
    return Duration.ofMillis(ThreadLocalRandom.current().nextLong(millis / 2, millis));
  }

  static final class RetryableException extends SentenceException {

    private static final long serialVersionUID = 1L;

    private final transient Optional<Duration> pause;

    /// @param pause the delay requested by the server
    RetryableException(Sentence sentence, Optional<Duration> pause, IOException cause) {
      super(sentence, cause);
      this.pause = pause;
    }
  }

  /// Closes all connections. Pending requests fail.
  @Override
  public synchronized void close() {
    if (client != null) {
      client.shutdownNow();
    }
  }
}
