package io.github.tensorloupe.remote;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.text.ProgramFacts;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;

/// Fetches ranges of bytes and small documents from servers. Follows redirects itself, so that the
/// token goes to the hub alone, and tries again where that helps. Thread-safe; blocks.
final class Transport implements Closeable {

  /// What a server gave of a file.
  ///
  /// @param bytes exactly those that were asked for, as far as the file goes
  /// @param totalLength of the file
  /// @param version marks the state of the file; empty where the server marks none
  /// @param sha256 of the whole file, where the server names it
  record Part(byte[] bytes, long totalLength, String version, Optional<String> sha256) {}

  /// A small document, and what the server says of it.
  record Document(byte[] bytes, HttpHeaders headers) {}

  /// Who asks: whose cancellation stops it, and where it is counted.
  record Asker(Cancellation cancellation, Traffic traffic) {}

  static final int MOST_AT_ONCE = 8;

  private static final int MOST_REDIRECTS = 10;
  private static final int MOST_TRIES = 3;
  private static final int MESSAGE_BYTES = 4096;
  private static final int OUT_OF_RANGE = 416;
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(60);

  /// For so many bytes a server has as long as it may keep silent: some 17 KiB a second.
  private static final long BYTES_OF_PATIENCE = 512 << 10;

  private final RemoteSettings settings;
  private final Semaphore inFlight = new Semaphore(MOST_AT_ONCE);

  /// Where addresses led to when they were asked last. Such an address may expire.
  private final Map<URI, URI> shortcuts = new ConcurrentHashMap<>();

  /// Made when it is first needed: it has threads.
  private HttpClient client;

  Transport(RemoteSettings settings) {
    this.settings = settings;
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
  ///
  /// @throws IOException as [#range] does
  Document document(URI address, int limit, Asker asker) throws IOException {
    return attempt(asker, () -> new Exchange(address, asker).document(limit));
  }

  private interface Attempt<T> {
    T make() throws IOException;
  }

  private <T> T attempt(Asker asker, Attempt<T> attempt) throws IOException {
    for (int tries = 1; ; tries++) {
      settings.requireOnline();
      asker.cancellation().check();
      try {
        return attempt.make();
      } catch (PassingException e) {
        Duration pause = e.pause.orElseGet(backoff(tries));
        if (tries == MOST_TRIES || pause.compareTo(LONGEST_PAUSE) > 0) {
          throw e;
        }
        await(pause, asker.cancellation());
      }
    }
  }

  /// Doubled with each try, and different for each of several that failed together.
  private Supplier<Duration> backoff(int tries) {
    long millis = (settings.patience().toMillis() << tries) / 150;
    return () -> Duration.ofMillis(ThreadLocalRandom.current().nextLong(millis / 2, millis));
  }

  private static void await(Duration pause, Cancellation cancellation) throws IOException {
    try {
      for (long end = System.nanoTime() + pause.toNanos(); System.nanoTime() < end; ) {
        cancellation.check();
        Thread.sleep(Cancellation.BETWEEN_LOOKS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException();
    }
  }

  /// A failure that may pass by itself.
  private static final class PassingException extends SentenceException {

    private static final long serialVersionUID = 1L;

    private final transient Optional<Duration> pause;

    /// @param pause that the server asks for
    PassingException(Sentence sentence, Optional<Duration> pause, IOException cause) {
      super(sentence, cause);
      this.pause = pause;
    }
  }

  /// One question to a server and those that it refers to.
  private final class Exchange {

    private final URI address;
    private final Asker asker;
    private URI at;
    private boolean isShortcut;
    private Optional<String> sha256 = Optional.empty();

    Exchange(URI address, Asker asker) {
      this.address = address;
      this.asker = asker;
      this.at = shortcuts.getOrDefault(address, address);
      this.isShortcut = !at.equals(address);
    }

    Part part(ByteRange range, boolean takesWhole) throws IOException {
      String asked = "bytes=%d-%d".formatted(range.begin(), range.end() - 1);
      HttpResponse<byte[]> answer =
          ask(Optional.of(asked), range.byteCount(), info -> body(info, range, takesWhole));
      Optional<Served> served = Served.of(answer.headers());
      if (answer.statusCode() == OUT_OF_RANGE) {
        if (served.orElseThrow().totalLength() > range.begin()) {
          throw otherBytes(range, answer.headers());
        }
        return new Part(new byte[0], served.get().totalLength(), version(answer), sha256);
      }
      boolean isWhole = answer.statusCode() == HttpURLConnection.HTTP_OK;
      long total = isWhole ? answer.body().length : served.orElseThrow().totalLength();
      return new Part(answer.body(), total, version(answer), sha256);
    }

    Document document(int limit) throws IOException {
      HttpResponse<byte[]> answer =
          ask(Optional.empty(), limit, _ -> BoundedBody.beginning(limit + 1, asker.traffic()));
      if (answer.body().length > limit) {
        throw new SentenceException(
            Sentence.of("{0} sent more than {1} bytes.", Origin.of(at).toString(), limit));
      }
      return new Document(answer.body(), answer.headers());
    }

    /// What is taken of the body of an answer that is meant to be a part of a file.
    private BodySubscriber<byte[]> body(ResponseInfo info, ByteRange asked, boolean takesWhole) {
      Traffic traffic = asker.traffic();
      Optional<Served> served = Served.of(info.headers());
      String encoding = info.headers().firstValue("Content-Encoding").orElse("identity");
      long length = info.headers().firstValueAsLong("Content-Length").orElse(Long.MAX_VALUE);
      if (!encoding.equalsIgnoreCase("identity")) {
        return BoundedBody.refused(
            unusable(
                "it packs the bytes ({0}) although they were asked for as they are", encoding));
      }
      if (info.statusCode() == HttpURLConnection.HTTP_OK
          && takesWhole
          && asked.begin() == 0
          && length <= asked.byteCount()) {
        return BoundedBody.ofLength((int) length, traffic);
      }
      if (info.statusCode() != HttpURLConnection.HTTP_PARTIAL) {
        return BoundedBody.refused(unusable("it gives whole files only, and no parts of them"));
      }
      Optional<ByteRange> given = served.flatMap(Served::range);
      long total = served.map(Served::totalLength).orElse(0L);
      long end = Math.min(asked.end(), total);
      return given.filter(it -> it.begin() == asked.begin() && it.end() == end).isPresent()
          ? BoundedBody.ofLength((int) (end - asked.begin()), traffic)
          : BoundedBody.refused(otherBytes(asked, info.headers()));
    }

    private SentenceException otherBytes(ByteRange asked, HttpHeaders headers) {
      return unusable(
          "it was asked for the bytes {0} to {1} and gave others (\"{2}\")",
          asked.begin(),
          asked.end() - 1,
          ServerReason.shown(headers.firstValue("Content-Range").orElse("")));
    }

    private SentenceException unusable(String why, Object... words) {
      return new SentenceException(
          Sentence.of(
              "{0} cannot be read from: {1}.", Origin.of(at).toString(), Sentence.of(why, words)));
    }

    /// The answer of the server that has the file, which is a good one.
    private HttpResponse<byte[]> ask(
        Optional<String> range, long byteCount, BodyHandler<byte[]> handler) throws IOException {
      for (int step = 0; step <= MOST_REDIRECTS; step++) {
        HttpResponse<byte[]> answer = send(range, byteCount, handler);
        sha256 = ServerReason.sha256(answer.headers()).or(() -> sha256);
        Optional<URI> next = redirect(answer);
        if (next.isPresent()) {
          at = next.get();
        } else if (isGood(answer)) {
          if (!at.equals(address)) {
            shortcuts.put(address, at);
          }
          return answer;
        } else if (isShortcut && answer.statusCode() / 100 == 4) {
          // What the address led to has expired.
          shortcuts.remove(address, at);
          at = address;
          isShortcut = false;
        } else {
          throw failure(answer);
        }
      }
      throw new SentenceException(
          Sentence.of(
              "{0} leads on and on: there was no file behind {1} redirects.",
              Origin.of(address).toString(), MOST_REDIRECTS));
    }

    private static boolean isGood(HttpResponse<?> answer) {
      return answer.statusCode() / 100 == 2
          || answer.statusCode() == OUT_OF_RANGE && Served.of(answer.headers()).isPresent();
    }

    private Optional<URI> redirect(HttpResponse<?> answer) throws SentenceException {
      Optional<String> location = answer.headers().firstValue("Location");
      if (answer.statusCode() / 100 != 3 || location.isEmpty()) {
        return Optional.empty();
      }
      try {
        URI next = at.resolve(location.get());
        if (next.getHost() == null) {
          throw new IllegalArgumentException("without a server");
        }
        Origin origin = Origin.of(next);
        if (!origin.isSafe() || origin.isThisComputer() && !Origin.of(address).isThisComputer()) {
          throw new SentenceException(
              Sentence.of(
                  "{0} leads to {1}, which is not followed: it is not encrypted or is this"
                      + " computer.",
                  Origin.of(at).toString(), ServerReason.shown(origin.toString())));
        }
        return Optional.of(next);
      } catch (IllegalArgumentException e) {
        throw new SentenceException(
            Sentence.of("{0} leads to something that is no address.", Origin.of(at).toString()));
      }
    }

    private HttpResponse<byte[]> send(
        Optional<String> range, long byteCount, BodyHandler<byte[]> handler) throws IOException {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(at)
              .GET()
              .header("Accept-Encoding", "identity")
              .header("User-Agent", "tensorloupe/" + ProgramFacts.version());
      range.ifPresent(it -> request.header("Range", it));
      settings.authorization(at).ifPresent(it -> request.header("Authorization", it));
      Duration limit = settings.patience().multipliedBy(1 + byteCount / BYTES_OF_PATIENCE);
      BodyHandler<byte[]> bodyOrMessage =
          info ->
              info.statusCode() / 100 == 2
                  ? handler.apply(info)
                  : BoundedBody.beginning(MESSAGE_BYTES, asker.traffic());
      takeTurn();
      try {
        asker.traffic().countRequest();
        return await(client().sendAsync(request.build(), bodyOrMessage), limit);
      } finally {
        inFlight.release();
      }
    }

    /// Waits until not too many others are asking.
    private void takeTurn() throws IOException {
      try {
        while (!inFlight.tryAcquire(Cancellation.BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS)) {
          asker.cancellation().check();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException();
      }
    }

    /// Looks for a cancellation all the time, since a server may keep silent.
    private <T> T await(CompletableFuture<T> answer, Duration limit) throws IOException {
      long end = System.nanoTime() + limit.toNanos();
      while (true) {
        try {
          return answer.get(Cancellation.BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
          if (asker.cancellation().isRequested()) {
            answer.cancel(true);
            throw new CancellationException("cancelled");
          }
          if (System.nanoTime() > end) {
            answer.cancel(true);
            throw new SentenceException(
                Sentence.of(
                    "{0} is too slow: the answer had not come after {1} s.",
                    Origin.of(at).toString(), limit.toMillis() / 1000.0));
          }
        } catch (InterruptedException e) {
          answer.cancel(true);
          Thread.currentThread().interrupt();
          throw new InterruptedIOException();
        } catch (ExecutionException e) {
          throw failure(e.getCause());
        }
      }
    }

    private IOException failure(Throwable cause) {
      String server = Origin.of(at).toString();
      String reason = ServerReason.shown(String.valueOf(cause.getMessage()));
      return switch (cause) {
        case SentenceException known -> known;
        case BoundedBody.WrongLengthException e when e.isLonger ->
            new SentenceException(Sentence.of("{0} cannot be read from: {1}.", server, reason), e);
        case SSLException e ->
            new SentenceException(
                Sentence.of("{0} does not prove that it is what it says: {1}.", server, reason), e);
        case ConnectException e -> passing(Sentence.of("{0} cannot be reached.", server), e);
        case IOException e ->
            passing(Sentence.of("The connection to {0} broke: {1}.", server, reason), e);
        default -> new IOException(cause);
      };
    }

    private static PassingException passing(Sentence sentence, IOException cause) {
      return new PassingException(sentence, Optional.empty(), cause);
    }

    /// The failure that an answer tells of.
    private IOException failure(HttpResponse<byte[]> answer) {
      ServerReason reason = ServerReason.of(Origin.of(at).toString(), address, answer);
      return reason.mayPass()
          ? new PassingException(reason.sentence(), reason.pause(), null)
          : reason.exception();
    }

    private static String version(HttpResponse<?> answer) {
      HttpHeaders headers = answer.headers();
      return headers.firstValue("ETag").or(() -> headers.firstValue("Last-Modified")).orElse("");
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
