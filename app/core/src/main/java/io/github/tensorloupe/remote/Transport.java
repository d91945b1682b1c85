package io.github.tensorloupe.remote;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.text.ProgramFacts;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.IoFunction;
import io.github.tensorloupe.work.IoSupplier;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/// Fetches ranges of bytes and small documents from servers. Follows redirects itself, so that the
/// token goes to the hub alone, and tries again where that helps. Thread-safe; blocks.
final class Transport implements Closeable {

  /// What a server gave of a file.
  ///
  /// @param bytes exactly those that were asked for, as far as the file goes
  /// @param totalLength of the file
  /// @param version marks the state of the file; empty where the server marks none
  /// @param sha256s of the whole file, as the servers on the way name it, beginning with the
  ///   address
  record Part(byte[] bytes, long totalLength, String version, List<String> sha256s) {}

  record Answer(int status, HttpHeaders headers, byte[] body) {}

  /// Who asks: whose cancellation stops it, and where it is counted.
  record Asker(Cancellation cancellation, Traffic traffic) {}

  static final int MOST_AT_ONCE = 8;

  private static final int MOST_REDIRECTS = 10;
  private static final int MOST_TRIES = 3;
  private static final int MAX_HEADER_CHARS = 1 << 16;
  private static final int MESSAGE_BYTES = 1 << 16;
  private static final int PIECE_BYTES = 4096;
  private static final int OUT_OF_RANGE = 416;

  /// Schemes in which the client of the JDK sends no password to a proxy for `https`.
  private static final String DISABLED_SCHEMES = "jdk.http.auth.tunneling.disabledSchemes";

  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(60);

  /// With so many bytes a server earns as long as it may keep silent: some 17 KiB a second.
  private static final long BYTES_OF_PATIENCE = 512 << 10;

  private final RemoteSettings settings;
  private final Semaphore inFlight = new Semaphore(MOST_AT_ONCE);

  /// Where addresses led to when they were asked last. Such an address may expire.
  private final Map<URI, URI> shortcuts = new ConcurrentHashMap<>();

  private final Map<Origin, Reach> reaches = new ConcurrentHashMap<>();

  /// Made when it is first needed: it has threads.
  private HttpClient client;

  Transport(RemoteSettings settings) {
    this.settings = settings;
    // The JDK reads it once, before the first request.
    if (System.getProperty(DISABLED_SCHEMES) == null) {
      System.setProperty(DISABLED_SCHEMES, "");
    }
  }

  RemoteSettings settings() {
    return settings;
  }

  private synchronized HttpClient client() {
    if (client == null) {
      client =
          HttpClient.newBuilder()
              .version(HttpClient.Version.HTTP_1_1)
              .followRedirects(HttpClient.Redirect.NEVER)
              .connectTimeout(settings.patience())
              .proxy(settings.proxies())
              .build();
    }
    return client;
  }

  /// Fetches a range; of one that goes beyond the end of the file, what there is.
  ///
  /// @param takesWhole true if a whole file is taken too that is no longer than the range
  /// @throws CancellationException if cancelled; the connection is closed then
  /// @throws IOException if it cannot be had; the sentence says why, and names no secret
  Part range(URI address, ByteRange range, boolean takesWhole, Asker asker) throws IOException {
    if (range.begin() == 0) {
      // Whoever opens a file wants what its address leads to now.
      shortcuts.remove(address);
    }
    return attempt(asker, () -> new Exchange(address, asker).part(range, takesWhole));
  }

  /// Fetches a document of at most so many bytes.
  Answer document(URI address, int limit, Asker asker) throws IOException {
    return attempt(asker, () -> new Exchange(address, asker).document(limit));
  }

  private <T> T attempt(Asker asker, IoSupplier<T> attempt) throws IOException {
    for (int tries = 1; ; tries++) {
      settings.requireOnline();
      asker.cancellation().check();
      try {
        return attempt.get();
      } catch (PassingException e) {
        Duration pause = e.pause.orElseGet(backoff(tries));
        if (tries == MOST_TRIES || pause.compareTo(LONGEST_PAUSE) > 0) {
          throw e;
        }
        CompletableFuture<Void> over = new CompletableFuture<>();
        asker
            .cancellation()
            .await(over.completeOnTimeout(null, pause.toMillis(), TimeUnit.MILLISECONDS));
      }
    }
  }

  /// Doubled with each try, and different for each of several that failed together.
  private Supplier<Duration> backoff(int tries) {
    long millis = (settings.patience().toMillis() << tries) / 150;
    return () -> Duration.ofMillis(ThreadLocalRandom.current().nextLong(millis / 2, millis));
  }

  private static final class PassingException extends SentenceException {

    private static final long serialVersionUID = 1L;

    private final transient Optional<Duration> pause;

    /// @param pause that the server asks for
    PassingException(Sentence sentence, Optional<Duration> pause, IOException cause) {
      super(sentence, cause);
      this.pause = pause;
    }
  }

  private final class Exchange {

    private final URI address;
    private final Asker asker;
    private URI at;
    private boolean isShortcut;

    /// When a server was asked, and how much of the body of its answer came.
    private final AtomicLong begun = new AtomicLong();

    private final AtomicLong came = new AtomicLong();
    private final Set<String> sha256s = new LinkedHashSet<>();

    Exchange(URI address, Asker asker) {
      this.address = address;
      this.asker = asker;
      this.at = shortcuts.getOrDefault(address, address);
      this.isShortcut = !at.equals(address);
    }

    Part part(ByteRange range, boolean takesWhole) throws IOException {
      String asked = "bytes=%d-%d".formatted(range.begin(), range.end() - 1);
      Answer answer = ask(Optional.of(asked), it -> taken(it, range, takesWhole));
      HttpHeaders headers = answer.headers();
      long total = Served.of(headers).map(Served::totalLength).orElse((long) answer.body().length);
      Optional<String> version =
          headers.firstValue("ETag").or(() -> headers.firstValue("Last-Modified"));
      return new Part(answer.body(), total, version.orElse(""), List.copyOf(sha256s));
    }

    Answer document(int limit) throws IOException {
      Answer answer = ask(Optional.empty(), it -> beginning(it.body(), limit + 1));
      if (answer.body().length > limit) {
        throw new SentenceException("{0} sent more than {1} bytes.", Origin.of(at), limit);
      }
      return answer;
    }

    private byte[] taken(HttpResponse<InputStream> answer, ByteRange asked, boolean takesWhole)
        throws IOException {
      HttpHeaders headers = answer.headers();
      String encoding = headers.firstValue("Content-Encoding").orElse("identity");
      if (!encoding.equalsIgnoreCase("identity")) {
        throw unusable(
            "it packs the bytes ({0}) although they were asked for as they are", encoding);
      }
      Optional<Served> served = Served.of(headers);
      long end = Math.min(asked.end(), served.map(Served::totalLength).orElse(0L));
      if (answer.statusCode() == OUT_OF_RANGE && end <= asked.begin()) {
        return new byte[0];
      }
      if (answer.statusCode() == HttpURLConnection.HTTP_OK && takesWhole && asked.begin() == 0) {
        byte[] whole = beginning(answer.body(), (int) asked.byteCount() + 1);
        if (whole.length <= asked.byteCount()) {
          return whole;
        }
      }
      if (answer.statusCode() / 100 == 2 && answer.statusCode() != HttpURLConnection.HTTP_PARTIAL) {
        throw unusable("it gives whole files only, and no parts of them");
      }
      if (served
          .flatMap(Served::range)
          .filter(it -> it.begin() == asked.begin() && it.end() == end)
          .isEmpty()) {
        throw unusable(
            "it was asked for the bytes {0} to {1} and gave others (\"{2}\")",
            asked.begin(),
            asked.end() - 1,
            ServerReason.shown(headers.firstValue("Content-Range").orElse("")));
      }
      return exactly(answer.body(), (int) (end - asked.begin()));
    }

    /// So many bytes and none behind them: the connection is closed at the first byte too many.
    private byte[] exactly(InputStream body, int length) throws IOException {
      byte[] bytes = beginning(body, length);
      if (bytes.length < length) {
        throw new EOFException(
            "%d bytes came where %d were to come".formatted(bytes.length, length));
      }
      if (body.read() >= 0) {
        throw unusable("more bytes came than were asked for");
      }
      return bytes;
    }

    /// So many bytes, or all of a shorter body; each is counted when it comes.
    private byte[] beginning(InputStream body, int limit) throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      byte[] piece;
      do {
        piece = body.readNBytes(Math.min(PIECE_BYTES, limit - bytes.size()));
        bytes.writeBytes(piece);
        came.addAndGet(piece.length);
        asker.traffic().countBytes(piece.length);
      } while (piece.length > 0);
      return bytes.toByteArray();
    }

    private SentenceException unusable(String why, Object... words) {
      return new SentenceException(
          "{0} cannot be read from: {1}.", Origin.of(at), Sentence.of(why, words));
    }

    private Answer ask(Optional<String> range, IoFunction<HttpResponse<InputStream>, byte[]> reader)
        throws IOException {
      for (int step = 0; step <= MOST_REDIRECTS; step++) {
        Answer answer = send(range, reader);
        ServerReason.sha256(answer.headers()).ifPresent(sha256s::add);
        Optional<URI> next = redirect(answer);
        if (next.isPresent()) {
          at = next.get();
        } else if (isGood(answer.status(), answer.headers())) {
          if (!at.equals(address)) {
            shortcuts.put(address, at);
          }
          return answer;
        } else if (isShortcut && answer.status() / 100 == 4) {
          // What the address led to has expired.
          shortcuts.remove(address, at);
          at = address;
          isShortcut = false;
        } else {
          ServerReason reason = ServerReason.of(Origin.of(at).toString(), address, answer);
          throw reason.mayPass()
              ? new PassingException(reason.sentence(), reason.pause(), null)
              : reason.exception();
        }
      }
      throw new SentenceException(
          "{0} leads on and on: there was no file behind {1} redirects.",
          Origin.of(address), MOST_REDIRECTS);
    }

    private static boolean isGood(int status, HttpHeaders headers) {
      return status / 100 == 2 || status == OUT_OF_RANGE && Served.of(headers).isPresent();
    }

    private Optional<URI> redirect(Answer answer) throws SentenceException {
      Optional<String> location = answer.headers().firstValue("Location");
      if (answer.status() / 100 != 3 || location.isEmpty()) {
        return Optional.empty();
      }
      try {
        URI next = at.resolve(location.get());
        if (!Origin.isIn(next)) {
          throw new IllegalArgumentException("without a server");
        }
        if (!Origin.of(next).isSafe()) {
          throw misleading(at, next);
        }
        return Optional.of(next);
      } catch (IllegalArgumentException e) {
        throw new SentenceException("{0} leads to something that is no address.", Origin.of(at));
      }
    }

    private static SentenceException misleading(URI from, URI to) {
      return new SentenceException(
          "{0} leads to {1}, which is not followed: it is not encrypted, or is this computer or"
              + " in its network.",
          Origin.of(from), ServerReason.shown(Origin.of(to).toString()));
    }

    private void requireNotCloser() throws IOException {
      Origin opened = Origin.of(address);
      // Kept, so that the opened server cannot come closer later.
      if (!reaches.containsKey(opened)) {
        reaches.put(opened, Collections.min(reachesOf(address)));
      }
      if (!Origin.of(at).equals(opened)
          && Collections.max(reachesOf(at)).compareTo(reaches.get(opened)) > 0) {
        throw misleading(address, at);
      }
    }

    private List<Reach> reachesOf(URI uri) throws IOException {
      return Reach.of(Origin.of(uri).host(), proxy(uri).isPresent());
    }

    /// Asks one server, on a thread of its own that is stopped as soon as it need not go on: a
    /// server may keep silent.
    private Answer send(
        Optional<String> range, IoFunction<HttpResponse<InputStream>, byte[]> reader)
        throws IOException {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(at)
              .GET()
              .header("Accept-Encoding", "identity")
              .header("User-Agent", "tensorloupe/" + ProgramFacts.version());
      range.ifPresent(it -> request.header("Range", it));
      settings.authorization(at).ifPresent(it -> request.header("Authorization", it));
      if (settings.proxies() instanceof EnvironmentProxies proxies) {
        proxies.authorization(at).ifPresent(it -> request.header("Proxy-Authorization", it));
      }
      begun.set(Long.MAX_VALUE);
      came.set(0);
      FutureTask<Answer> sending =
          new FutureTask<>(
              () -> {
                inFlight.acquire();
                try {
                  return answer(request.build(), reader);
                } finally {
                  inFlight.release();
                }
              });
      Thread.ofVirtual().name("tensorloupe-ask").start(sending);
      Supplier<Duration> limit =
          () -> settings.patience().multipliedBy(1 + came.get() / BYTES_OF_PATIENCE);
      Cancellation ends =
          () ->
              asker.cancellation().isRequested()
                  || begun.get() < System.nanoTime() - limit.get().toNanos();
      try {
        return ends.await(sending);
      } catch (CancellationException e) {
        asker.cancellation().check();
        throw new SentenceException(
            "{0} is too slow: the answer had not come after {1} s.",
            Origin.of(at), limit.get().toMillis() / 1000.0);
      } finally {
        sending.cancel(true);
      }
    }

    private Answer answer(HttpRequest request, IoFunction<HttpResponse<InputStream>, byte[]> reader)
        throws IOException, InterruptedException {
      HttpClient client = client();
      begun.set(System.nanoTime());
      asker.traffic().countRequest();
      HttpResponse.BodySubscriber<InputStream> body = HttpResponse.BodySubscribers.ofInputStream();
      // Closed also if an answer arrives after its reader has stopped.
      try (InputStream stream = body.getBody().toCompletableFuture().join()) {
        requireNotCloser();
        HttpResponse<InputStream> answer = client.send(request, _ -> body);
        if (answer.statusCode() == HttpURLConnection.HTTP_PROXY_AUTH) {
          requireNoProxy(request);
        }
        if (answer.headers().map().toString().length() > MAX_HEADER_CHARS) {
          throw unusable("its headers are too long");
        }
        boolean isGood = isGood(answer.statusCode(), answer.headers());
        byte[] taken = isGood ? reader.apply(answer) : beginning(stream, MESSAGE_BYTES);
        return new Answer(answer.statusCode(), answer.headers(), taken);
      } catch (IOException e) {
        throw failure(e);
      }
    }

    /// Fails if a proxy has answered. The body of its answer never comes.
    private void requireNoProxy(HttpRequest request) throws SentenceException {
      if (proxy(at).isPresent()) {
        boolean hasPassword = request.headers().firstValue("Proxy-Authorization").isPresent();
        throw new SentenceException(
            Sentence.of(
                hasPassword
                    ? "The proxy {0} does not accept the user and the password of {1} (status 407)."
                    : "The proxy {0} asks for a user and a password (status 407); set {1} to"
                        + " http://USER:PASSWORD@HOST:PORT.",
                proxy(at).get(),
                EnvironmentProxies.variable(at)));
      }
    }

    private Optional<String> proxy(URI uri) {
      return settings.proxies().select(uri).getFirst().address() instanceof InetSocketAddress proxy
          ? Optional.of(proxy.getHostString() + ":" + proxy.getPort())
          : Optional.empty();
    }

    private IOException failure(IOException cause) {
      Origin server = Origin.of(at);
      String reason = ServerReason.shown(String.valueOf(cause.getMessage()));
      return switch (cause) {
        case SentenceException known -> known;
        case SSLException e ->
            new SentenceException(
                Sentence.of("{0} does not prove that it is what it says: {1}.", server, reason), e);
        case ConnectException _, UnknownHostException _ ->
            new PassingException(
                proxy(at)
                    .map(proxy -> Sentence.of("The proxy {0} cannot be reached.", proxy))
                    .orElse(Sentence.of("{0} cannot be reached.", server)),
                Optional.empty(),
                cause);
        default ->
            new PassingException(
                Sentence.of("The connection to {0} broke: {1}.", server, reason),
                Optional.empty(),
                cause);
      };
    }
  }

  /// Closes the connections; whoever still waits for an answer fails.
  @Override
  public synchronized void close() {
    if (client != null) {
      client.shutdownNow();
    }
  }
}
