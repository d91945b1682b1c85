package io.github.tensorloupe.remote;

import module com.fasterxml.jackson.databind;
import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.remote.Transport.RetryableException;
import io.github.tensorloupe.text.Sentence;
import java.net.http.HttpHeaders;

/// Conversions of HTTP error responses to exceptions.
final class HttpFailure {

  static final class NotThereException extends SentenceException {

    private static final long serialVersionUID = 1L;

    NotThereException(Sentence sentence) {
      super(sentence);
    }
  }

  static final String NO_HASH = "";

  private static final int TOO_MANY = 429;
  private static final int MAX_SHOWN_CHARS = 300;
  private static final Pattern RATE_LIMIT = Pattern.compile(".*;\\s*t=(\\d{1,9}).*");

  private static final Pattern REPOSITORY =
      Pattern.compile("^/(?:api/models/|(?=[^/]+/[^/]+/resolve/))([^/]+/[^/]+)/");

  private static final JsonFactory JSON = new JsonFactory();
  private static final Pattern XML_MESSAGE = Pattern.compile("<Message>([^<]*)</Message>");
  private static final Pattern SHA256 = Pattern.compile("(?i)(?:W/)?\"?([0-9a-f]{64})\"?");

  private HttpFailure() {}

  static SentenceException of(String server, URI address, Transport.Response answer) {
    HttpHeaders headers = answer.headers();
    int status = answer.status();
    String code = headers.firstValue("X-Error-Code").orElse("");
    String message =
        shown(headers.firstValue("X-Error-Message").orElseGet(() -> message(answer.body())));
    Optional<Duration> pause = pause(headers);
    Sentence sentence = describe(server, status, code);
    if (!message.isEmpty()) {
      sentence = sentence.then(Sentence.of("The server says: {0}", message));
    }
    if (code.equals("GatedRepo")) {
      // The web page of the repository in the address, or of the server for other addresses.
      Matcher path = REPOSITORY.matcher(address.getRawPath());
      URI page = address.resolve("/" + (path.find() ? path.group(1) : ""));
      sentence =
          sentence.then(
              Sentence.of("Accept the terms at {0}, and set HF_TOKEN to your token.", page));
    } else if (status == TOO_MANY && pause.isPresent()) {
      sentence = sentence.then(Sentence.of("Try again in {0} s.", pause.get().toSeconds()));
    }
    if (status == HttpURLConnection.HTTP_NOT_FOUND) {
      return new NotThereException(sentence);
    }
    boolean isRetryable =
        status == TOO_MANY
            || status >= HttpURLConnection.HTTP_INTERNAL_ERROR
                && status != HttpURLConnection.HTTP_NOT_IMPLEMENTED;
    return isRetryable
        ? new RetryableException(sentence, pause, null)
        : new SentenceException(sentence);
  }

  private static Sentence describe(String server, int status, String code) {
    return switch (status) {
      case HttpURLConnection.HTTP_UNAUTHORIZED ->
          code.equals("GatedRepo")
              ? Sentence.of("{0} requires you to accept its terms for this.", server)
              : Sentence.of("{0} requires a token for this, or it does not exist.", server);
      case HttpURLConnection.HTTP_FORBIDDEN ->
          Sentence.of("{0} does not allow you to read this, with or without this token.", server);
      case HttpURLConnection.HTTP_NOT_FOUND -> Sentence.of("{0} has no such file.", server);
      case TOO_MANY -> Sentence.of("Too many requests to {0}.", server);
      default -> Sentence.of("{0} could not answer (status {1}).", server, status);
    };
  }

  /// Returns the message in a JSON or XML body, or an empty string. In JSON, the message is the
  /// first `error` or `message` string.
  private static String message(byte[] body) {
    try (JsonParser json = JSON.createParser(body)) {
      while (json.nextToken() != null) {
        boolean isMessage =
            "error".equals(json.currentName()) || "message".equals(json.currentName());
        if (isMessage && json.currentToken() == JsonToken.VALUE_STRING) {
          return json.getText();
        }
      }
    } catch (IOException e) {
      // Many servers send a web page instead of JSON.
    }
    Matcher message = XML_MESSAGE.matcher(new String(body, StandardCharsets.UTF_8));
    return message.find() ? message.group(1) : "";
  }

  /// Returns a text from a server for display: on one line, shortened, and without the queries of
  /// addresses, which may contain secrets.
  static String shown(String text) {
    return DisplayText.of(text.strip().replaceAll("\\?[^\\s\"<>]*", "?…"), MAX_SHOWN_CHARS);
  }

  private static Optional<Duration> pause(HttpHeaders headers) {
    String value = headers.firstValue("Retry-After").orElse("");
    if (value.matches("\\d{1,9}")) {
      return Optional.of(Duration.ofSeconds(Long.parseLong(value)));
    }
    try {
      Instant retryTime =
          ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      long seconds = Duration.between(Instant.now(), retryTime).toSeconds();
      return Optional.of(Duration.ofSeconds(Math.max(0, seconds)));
    } catch (DateTimeParseException e) {
      Matcher limit = RATE_LIMIT.matcher(headers.firstValue("RateLimit").orElse(""));
      return limit.matches()
          ? Optional.of(Duration.ofSeconds(Long.parseLong(limit.group(1))))
          : Optional.empty();
    }
  }

  /// Returns the SHA-256 that the Hub reports for a large file, several hashes if the response is
  /// contradictory, and [#NO_HASH] for an invalid value.
  static List<String> sha256s(HttpHeaders headers) {
    return headers.allValues("X-Linked-ETag").stream()
        .flatMap(value -> Arrays.stream(value.split(",")))
        .map(value -> SHA256.matcher(value.strip()))
        .map(hash -> hash.matches() ? hash.group(1).toLowerCase(Locale.ROOT) : NO_HASH)
        .toList();
  }
}
