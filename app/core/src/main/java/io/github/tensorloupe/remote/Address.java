package io.github.tensorloupe.remote;

import module java.base;

import io.github.tensorloupe.model.SentenceException;

/// Where a checkpoint lies on a server, as a person types or pastes it.
public sealed interface Address {

  /// A file on any server.
  ///
  /// @param uri `https`, or `http` on this computer; without a fragment or a user
  record Web(URI uri) implements Address {

    /// Without its query, which may hold a secret.
    @Override
    public String toString() {
      return shown(uri.toString());
    }
  }

  /// A repository of the Hugging Face Hub, or a file or folder in it.
  ///
  /// @param repository `org/name`
  /// @param revision a branch, a tag or a commit
  /// @param file its path in the repository; empty for the whole
  record Hub(String repository, String revision, String file) implements Address {

    static final String MAIN = "main";

    /// `hf://org/name@revision`, without the revision where it is the usual one.
    String folder() {
      String at = revision.equals(MAIN) ? "" : "@" + revision.replace("/", "%2F");
      return HUB_PREFIX + repository + at;
    }

    URI resolved(URI endpoint) {
      String at = HubTree.encoded(revision).replace("/", "%2F");
      return URI.create(
          endpoint + "/" + repository + "/resolve/" + at + "/" + HubTree.encoded(file));
    }

    @Override
    public String toString() {
      return file.isEmpty() ? folder() : folder() + "/" + file;
    }
  }

  String HUB_PREFIX = "hf://";
  String HIDDEN_QUERY = "?…";

  Pattern HUB_PARTS =
      Pattern.compile(
          "(?<repository>[\\w.-]+/[\\w.-]+)(@(?<revision>[^/@\\s]+))?(/(?<file>.*))?",
          Pattern.DOTALL);

  /// The pages of a repository and of the files in it, as a browser shows them.
  Pattern PAGE =
      Pattern.compile(
          "/(?<repository>[\\w.-]+/[\\w.-]+)"
              + "(/(tree|blob|resolve|raw|commit)/"
              + "(?<revision>refs/(pr|convert)/[^/]+|[^/]+)(/(?<file>.*))?)?/?");

  /// First parts of pages that belong to no repository of a model.
  Set<String> OTHER_PAGES =
      Set.of("datasets", "spaces", "api", "docs", "blog", "collections", "papers", "settings");

  /// True if a text is meant as an address, whether it can be opened or not.
  static boolean isMeant(String typed) {
    return Stream.of(HUB_PREFIX, "https://", "http://")
        .anyMatch(prefix -> typed.regionMatches(true, 0, prefix, 0, prefix.length()));
  }

  /// An address as it may be told to everybody, also one that cannot be opened: without names,
  /// passwords and queries.
  static String shown(String typed) {
    String text = typed.strip().replaceFirst("(?<=://)[^/?#]*@", "…@");
    int query = text.indexOf('?');
    return query < 0 ? text : text.substring(0, query) + HIDDEN_QUERY;
  }

  /// The address that was typed or pasted, which may be that of a page of the hub.
  ///
  /// @param typed a text that is [meant][#isMeant(String)] as one
  /// @param endpoint of the hub
  /// @throws SentenceException if it cannot be opened
  static Address of(String typed, URI endpoint) throws SentenceException {
    String text = typed.strip();
    if (text.regionMatches(true, 0, HUB_PREFIX, 0, HUB_PREFIX.length())) {
      return hub(text.substring(HUB_PREFIX.length()));
    }
    URI uri = uri(text);
    Optional<Address> page =
        Origin.of(uri).equals(Origin.of(endpoint)) ? page(uri, endpoint) : Optional.empty();
    return page.orElseGet(() -> new Web(uri));
  }

  private static URI uri(String text) throws SentenceException {
    URI uri;
    try {
      int fragment = text.indexOf('#');
      uri = new URI((fragment < 0 ? text : text.substring(0, fragment)).replace(" ", "%20"));
    } catch (URISyntaxException e) {
      throw new SentenceException("This is no address: {0}.", e.getReason());
    }
    String path = String.valueOf(uri.getPath()).replaceAll("/+$", "");
    if (!Origin.isIn(uri) || path.matches("(.*/)?\\.{0,2}")) {
      throw new SentenceException("The address names no server or no file.");
    }
    if (uri.getRawUserInfo() != null) {
      throw new SentenceException(
          "The address holds a name or a password, which would be shown; leave it out.");
    }
    if (!Origin.of(uri).isSafe()) {
      throw new SentenceException("The address is not encrypted; only https:// is opened.");
    }
    return uri;
  }

  private static Hub hub(String text) throws SentenceException {
    Matcher parts = HUB_PARTS.matcher(text);
    if (!parts.matches()) {
      throw new SentenceException(
          "This is no address of the hub; it has one of the forms hf://org/name,"
              + " hf://org/name@revision and hf://org/name/file.");
    }
    return hub(parts);
  }

  private static Optional<Address> page(URI uri, URI endpoint) throws SentenceException {
    String base = endpoint.getPath();
    String path = uri.getPath();
    Matcher parts = PAGE.matcher(path.startsWith(base) ? path.substring(base.length()) : "");
    return parts.matches() && !OTHER_PAGES.contains(parts.group("repository").split("/")[0])
        ? Optional.of(hub(parts))
        : Optional.empty();
  }

  private static Hub hub(Matcher parts) throws SentenceException {
    String repository = parts.group("repository");
    String revision =
        Objects.requireNonNullElse(parts.group("revision"), Hub.MAIN).replaceAll("(?i)%2f", "/");
    // Spaces at the end would be lost where the address is typed again.
    String file =
        Objects.requireNonNullElse(parts.group("file"), "")
            .replaceAll("(?U)[/\\s\\x1c-\\x1f]+$", "");
    if (leaves(String.join("/", repository, revision, file))) {
      throw new SentenceException(
          "An address of the hub does not contain \".\" or \"..\" as a name.");
    }
    return new Hub(repository, revision, file);
  }

  /// True if a decoded path may lead out of its folder. Some servers treat a backslash as a slash.
  static boolean leaves(String path) {
    return Stream.of(path.split("[/\\\\]")).anyMatch(name -> name.matches("\\.{1,2}"));
  }
}
