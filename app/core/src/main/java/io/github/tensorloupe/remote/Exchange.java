package io.github.tensorloupe.remote;

import module java.base;
import module java.net.http;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.remote.Transport.Part;
import io.github.tensorloupe.remote.Transport.RequestContext;
import io.github.tensorloupe.remote.Transport.Response;
import io.github.tensorloupe.remote.Transport.RetryableException;
import io.github.tensorloupe.text.ProgramFacts;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.IoConsumer;
import io.github.tensorloupe.work.IoFunction;

/// A request and its redirects. Follows redirects itself, so that the token is sent only to the
/// Hub. Not thread-safe.
final class Exchange {

  private static final int MAX_REDIRECTS = 10;
  private static final int MAX_HEADER_CHARS = 1 << 16;
  private static final int MESSAGE_BYTES = 1 << 16;
  private static final int PIECE_BYTES = 4096;
  private static final int OUT_OF_RANGE = 416;

  /// The number of received bytes that extends the timeout by its initial length. A server must
  /// therefore send about 17 KiB per second.
  private static final long BYTES_PER_TIMEOUT = 512 << 10;

  private static final Pattern CONTENT_RANGE =
      Pattern.compile("bytes (?:(\\d{1,18})-(\\d{1,18})|\\*)/(\\d{1,18})");

  private final Transport transport;
  private final RemoteSettings settings;
  private final URI address;
  private final RequestContext context;
  private final Set<String> sha256s = new LinkedHashSet<>();
  private URI currentUri;
  private boolean isShortcut;
  private final AtomicLong startNanos = new AtomicLong();
  private final AtomicLong receivedBytes = new AtomicLong();

  /// A redirect target and the hashes reported by the redirecting servers.
  record Shortcut(URI target, Set<String> sha256s) {}

  /// The value of a `Content-Range` header.
  ///
  /// @param begin the file offset of the first byte; equal to `end` for a response without content
  /// @param totalLength the length of the file in bytes
  private record ContentRange(long begin, long end, long totalLength) {

    static Optional<ContentRange> of(HttpHeaders headers) {
      Matcher parts = CONTENT_RANGE.matcher(headers.firstValue("Content-Range").orElse(""));
      if (!parts.matches()) {
        return Optional.empty();
      }
      boolean hasContent = parts.group(1) != null;
      long begin = hasContent ? Long.parseLong(parts.group(1)) : 0;
      long end = hasContent ? Long.parseLong(parts.group(2)) + 1 : 0;
      return Optional.of(new ContentRange(begin, end, Long.parseLong(parts.group(3))));
    }
  }

  Exchange(Transport transport, URI address, RequestContext context) {
    this.transport = transport;
    this.settings = transport.settings;
    this.address = address;
    this.context = context;
    Shortcut shortcut = transport.shortcuts.getOrDefault(address, new Shortcut(address, Set.of()));
    this.currentUri = shortcut.target();
    this.sha256s.addAll(shortcut.sha256s());
    this.isShortcut = !currentUri.equals(address);
  }

  Part part(ByteRange range, boolean acceptsWholeFile) throws IOException {
    String rangeHeader = "bytes=%d-%d".formatted(range.begin(), range.end() - 1);
    Response answer =
        followRedirects(
            Optional.of(rangeHeader), response -> readRange(response, range, acceptsWholeFile));
    HttpHeaders headers = answer.headers();
    long total =
        ContentRange.of(headers).map(ContentRange::totalLength).orElse((long) answer.body().length);
    Optional<String> version =
        headers.firstValue("ETag").or(() -> headers.firstValue("Last-Modified"));
    sha256s.remove(HttpFailure.NO_HASH);
    return new Part(answer.body(), total, version.orElse(""), List.copyOf(sha256s));
  }

  /// Passes the content of the whole file to a consumer.
  ///
  /// @param onLength receives the length in bytes before the content, or 0 if it is unknown
  /// @return the hashes that the servers report
  List<String> whole(IoConsumer<Long> onLength, IoConsumer<byte[]> onPiece) throws IOException {
    followRedirects(
        Optional.empty(),
        response -> {
          requireUncompressed(response.headers());
          onLength.accept(response.headers().firstValueAsLong("Content-Length").orElse(0));
          byte[] piece = readUpTo(response.body(), MESSAGE_BYTES);
          for (; piece.length > 0; piece = readUpTo(response.body(), MESSAGE_BYTES)) {
            onPiece.accept(piece);
          }
          return piece;
        });
    sha256s.remove(HttpFailure.NO_HASH);
    return List.copyOf(sha256s);
  }

  Response document(int limit) throws IOException {
    Response answer =
        followRedirects(Optional.empty(), response -> readUpTo(response.body(), limit + 1));
    if (answer.body().length > limit) {
      throw new SentenceException("{0} sent more than {1} bytes.", Origin.of(currentUri), limit);
    }
    return answer;
  }

  private byte[] readRange(
      HttpResponse<InputStream> answer, ByteRange requestedRange, boolean acceptsWholeFile)
      throws IOException {
    HttpHeaders headers = answer.headers();
    requireUncompressed(headers);
    Optional<ContentRange> served = ContentRange.of(headers);
    long end = Math.min(requestedRange.end(), served.map(ContentRange::totalLength).orElse(0L));
    if (answer.statusCode() == OUT_OF_RANGE && end <= requestedRange.begin()) {
      return new byte[0];
    }
    if (answer.statusCode() == HttpURLConnection.HTTP_OK
        && acceptsWholeFile
        && requestedRange.begin() == 0) {
      byte[] whole = readUpTo(answer.body(), (int) requestedRange.byteCount() + 1);
      if (whole.length <= requestedRange.byteCount()) {
        return whole;
      }
    }
    if (answer.statusCode() / 100 == 2 && answer.statusCode() != HttpURLConnection.HTTP_PARTIAL) {
      throw new NoRangesException();
    }
    if (served.isEmpty()
        || served.get().begin() != requestedRange.begin()
        || served.get().end() != end
        || end <= requestedRange.begin()) {
      throw unusable(
          "bytes {0} to {1} were requested, but it sent other bytes (\"{2}\")",
          requestedRange.begin(),
          requestedRange.end() - 1,
          HttpFailure.shown(headers.firstValue("Content-Range").orElse("")));
    }
    int length = (int) (end - requestedRange.begin());
    byte[] bytes = readUpTo(answer.body(), length);
    if (bytes.length < length) {
      throw new EOFException("received %d bytes, expected %d".formatted(bytes.length, length));
    }
    if (answer.body().read() >= 0) {
      throw unusable("it sent more bytes than requested");
    }
    return bytes;
  }

  private void requireUncompressed(HttpHeaders headers) throws SentenceException {
    String encoding = headers.firstValue("Content-Encoding").orElse("identity");
    if (!encoding.equalsIgnoreCase("identity")) {
      throw unusable(
          "it compressed the response ({0}) although uncompressed bytes were requested", encoding);
    }
  }

  /// Reads up to `limit` bytes and adds them to the traffic.
  private byte[] readUpTo(InputStream body, int limit) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    byte[] piece;
    do {
      piece = body.readNBytes(Math.min(PIECE_BYTES, limit - bytes.size()));
      bytes.writeBytes(piece);
      receivedBytes.addAndGet(piece.length);
      context.traffic().countBytes(piece.length);
    } while (piece.length > 0);
    return bytes.toByteArray();
  }

  private SentenceException unusable(String reason, Object... words) {
    return new SentenceException(
        "Reading from {0} failed: {1}.", Origin.of(currentUri), Sentence.of(reason, words));
  }

  private Response followRedirects(
      Optional<String> range, IoFunction<HttpResponse<InputStream>, byte[]> reader)
      throws IOException {
    for (int step = 0; step <= MAX_REDIRECTS; step++) {
      Response answer = send(range, reader);
      Optional<URI> next = redirect(answer);
      if (next.isPresent()) {
        currentUri = next.get();
        addHashes(answer.headers());
      } else if (isSuccess(answer.status(), answer.headers())) {
        if (!currentUri.equals(address)) {
          transport.shortcuts.put(address, new Shortcut(currentUri, new LinkedHashSet<>(sha256s)));
        }
        addHashes(answer.headers());
        return answer;
      } else if (isShortcut && answer.status() / 100 == 4) {
        // The redirect target has expired. Retries from the original address.
        transport.shortcuts.remove(address);
        sha256s.clear();
        currentUri = address;
        isShortcut = false;
      } else {
        throw HttpFailure.of(Origin.of(currentUri).toString(), address, answer);
      }
    }
    throw new SentenceException(
        "{0} redirects too often: no file was found after {1} redirects.",
        Origin.of(address), MAX_REDIRECTS);
  }

  /// Adds the hashes reported by a response. Ignores the hashes of a redirect target if the
  /// redirecting server reports several hashes or an invalid one, which cannot be compared.
  private void addHashes(HttpHeaders headers) {
    if (sha256s.size() < 2 && !sha256s.contains(HttpFailure.NO_HASH)) {
      sha256s.addAll(HttpFailure.sha256s(headers));
    }
  }

  private static boolean isSuccess(int status, HttpHeaders headers) {
    return status / 100 == 2 || status == OUT_OF_RANGE && ContentRange.of(headers).isPresent();
  }

  private Optional<URI> redirect(Response answer) throws SentenceException {
    Optional<String> location = answer.headers().firstValue("Location");
    if (answer.status() / 100 != 3 || location.isEmpty()) {
      return Optional.empty();
    }
    try {
      URI next = currentUri.resolve(location.get());
      if (!Origin.isIn(next)) {
        throw new IllegalArgumentException("without a server");
      }
      if (!Origin.of(next).isSafe()) {
        throw misleading(currentUri, next);
      }
      return Optional.of(next);
    } catch (IllegalArgumentException e) {
      throw new SentenceException("{0} redirects to an invalid address.", Origin.of(currentUri));
    }
  }

  private static SentenceException misleading(URI from, URI to) {
    return new SentenceException(
        "{0} redirects to {1}, which is not followed: it is not encrypted, or is this computer or"
            + " in its network.",
        Origin.of(from), HttpFailure.shown(Origin.of(to).toString()));
  }

  private void requireNotCloser() throws IOException {
    Origin opened = Origin.of(address);
    // Cached, so that the opened server's name cannot later resolve to an address in a closer
    // network.
    if (!transport.scopes.containsKey(opened)) {
      transport.scopes.put(opened, Collections.min(scopesOf(address)));
    }
    if (!Origin.of(currentUri).equals(opened)
        && Collections.max(scopesOf(currentUri)).compareTo(transport.scopes.get(opened)) > 0) {
      throw misleading(address, currentUri);
    }
  }

  private List<NetworkScope> scopesOf(URI uri) throws IOException {
    return NetworkScope.of(Origin.of(uri).host(), proxy(uri).isPresent());
  }

  /// Sends a request on a separate thread, which is stopped on cancellation or timeout.
  private Response send(
      Optional<String> range, IoFunction<HttpResponse<InputStream>, byte[]> reader)
      throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(currentUri)
            .GET()
            .header("Accept-Encoding", "identity")
            .header("User-Agent", "tensorloupe/" + ProgramFacts.version());
    range.ifPresent(value -> request.header("Range", value));
    settings.authorization(currentUri).ifPresent(value -> request.header("Authorization", value));
    if (settings.proxies() instanceof EnvironmentProxies proxies) {
      proxies
          .authorization(currentUri)
          .ifPresent(value -> request.header("Proxy-Authorization", value));
    }
    startNanos.set(Long.MAX_VALUE);
    receivedBytes.set(0);
    FutureTask<Response> sending =
        new FutureTask<>(
            () -> {
              transport.inFlight.acquire();
              try {
                return answer(request.build(), reader);
              } finally {
                transport.inFlight.release();
              }
            });
    Thread.ofVirtual().name("tensorloupe-ask").start(sending);
    Supplier<Duration> limit =
        () -> settings.timeout().multipliedBy(1 + receivedBytes.get() / BYTES_PER_TIMEOUT);
    Cancellation ends =
        () ->
            context.cancellation().isRequested()
                || startNanos.get() < System.nanoTime() - limit.get().toNanos();
    try {
      return ends.await(sending);
    } catch (CancellationException e) {
      context.cancellation().check();
      throw new SentenceException(
          "{0} is too slow: no complete response within {1} s.",
          Origin.of(currentUri), limit.get().toMillis() / 1000.0);
    } finally {
      sending.cancel(true);
    }
  }

  private Response answer(HttpRequest request, IoFunction<HttpResponse<InputStream>, byte[]> reader)
      throws IOException, InterruptedException {
    HttpClient client = transport.client();
    startNanos.set(System.nanoTime());
    context.traffic().countRequest();
    HttpResponse.BodySubscriber<InputStream> body = HttpResponse.BodySubscribers.ofInputStream();
    // Must be closed even if the response arrives after the reader has stopped.
    try (InputStream stream = body.getBody().toCompletableFuture().join()) {
      requireNotCloser();
      HttpResponse<InputStream> answer = client.send(request, _ -> body);
      if (answer.statusCode() == HttpURLConnection.HTTP_PROXY_AUTH) {
        requireNoProxy(request);
      }
      if (answer.headers().map().toString().length() > MAX_HEADER_CHARS) {
        throw unusable("its headers are too long");
      }
      boolean isGood = isSuccess(answer.statusCode(), answer.headers());
      byte[] content = isGood ? reader.apply(answer) : readUpTo(stream, MESSAGE_BYTES);
      return new Response(answer.statusCode(), answer.headers(), content);
    } catch (IOException e) {
      throw failure(e);
    }
  }

  /// Throws an exception if the response came from a proxy. Its body is never received.
  private void requireNoProxy(HttpRequest request) throws SentenceException {
    if (proxy(currentUri).isPresent()) {
      boolean hasPassword = request.headers().firstValue("Proxy-Authorization").isPresent();
      throw new SentenceException(
          Sentence.of(
              hasPassword
                  ? "The proxy {0} does not accept the user and the password of {1} (status 407)."
                  : "The proxy {0} asks for a user and a password (status 407); set {1} to"
                      + " http://USER:PASSWORD@HOST:PORT.",
              proxy(currentUri).get(),
              EnvironmentProxies.variable(currentUri)));
    }
  }

  private Optional<String> proxy(URI uri) {
    return settings.proxies().select(uri).getFirst().address() instanceof InetSocketAddress proxy
        ? Optional.of(proxy.getHostString() + ":" + proxy.getPort())
        : Optional.empty();
  }

  private IOException failure(IOException cause) {
    Origin server = Origin.of(currentUri);
    // Some messages of the JDK end with a period.
    String reason =
        HttpFailure.shown(String.valueOf(cause.getMessage()).replaceFirst("[.\\s]+\\z", ""));
    return switch (cause) {
      case SentenceException known -> known;
      case SSLException e ->
          new SentenceException(
              Sentence.of("The identity of {0} cannot be verified: {1}.", server, reason), e);
      case ConnectException _ when proxy(currentUri).isPresent() ->
          retryable(
              cause, Sentence.of("The proxy {0} cannot be reached.", proxy(currentUri).get()));
      case ConnectException _, UnknownHostException _ ->
          retryable(cause, Sentence.of("{0} cannot be reached.", server));
      case IOException _ when proxy(currentUri).isPresent() ->
          retryable(
              cause,
              Sentence.of(
                  "The connection to {0} through the proxy {1} failed: {2}.",
                  server, proxy(currentUri).get(), reason));
      default ->
          retryable(cause, Sentence.of("The connection to {0} was lost: {1}.", server, reason));
    };
  }

  private static RetryableException retryable(IOException cause, Sentence sentence) {
    return new RetryableException(sentence, Optional.empty(), cause);
  }
}
