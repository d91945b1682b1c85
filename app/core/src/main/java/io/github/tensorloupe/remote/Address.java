package io.github.tensorloupe.remote;

import module java.base;

import io.github.tensorloupe.model.SentenceException;

/// The address of a checkpoint on a server, as entered by the user.
sealed interface Address {

  /// A file on any server.
  ///
  /// @param uri an `https` address, or an `http` address of this computer; has no fragment and no
  ///   user information
  record Web(URI uri) implements Address {

    /// Returns the address without its query, which may contain a secret.
    @Override
    public String toString() {
      return shown(uri.toString());
    }
  }

  /// A repository of the Hugging Face Hub, or a file or folder in a repository.
  ///
  /// @param repository `org/name`
  /// @param revision a branch, tag or commit
  /// @param file the path in the repository, or an empty string for the whole repository
  record Hub(String repository, String revision, String file) implements Address {

    static final String MAIN = "main";

    /// Returns `hf://org/name@revision`, omitting the default revision.
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

  Pattern PAGE =
      Pattern.compile(
          "/(?<repository>[\\w.-]+/[\\w.-]+)"
              + "(/(tree|blob|resolve|raw|commit)/"
              + "(?<revision>refs/(pr|convert)/[^/]+|[^/]+)(/(?<file>.*))?)?/?");

  /// The first path elements of pages that are not model repositories.
  Set<String> OTHER_PAGES =
      Set.of("datasets", "spaces", "api", "docs", "blog", "collections", "papers", "settings");

  /// Returns a possibly invalid address for display, without user, password and query.
  static String shown(String typed) {
    String text = typed.strip().replaceFirst("(?<=://)[^/?#]*@", "…@");
    int query = text.indexOf('?');
    return query < 0 ? text : text.substring(0, query) + HIDDEN_QUERY;
  }

  /// Parses an address, or the address of a web page of the Hub.
  ///
  /// @param typed a text for which [RemoteAccess#looksLikeAddress(String)] returns true
  /// @param endpoint the endpoint of the Hub
  /// @throws SentenceException if the address is invalid or not supported
  static Address of(String typed, URI endpoint) throws SentenceException {
    String text = typed.strip();
    if (text.regionMatches(true, 0, HUB_PREFIX, 0, HUB_PREFIX.length())) {
      Matcher parts = HUB_PARTS.matcher(text.substring(HUB_PREFIX.length()));
      if (!parts.matches()) {
        throw new SentenceException(
            "This is not an address of the hub: expected hf://org/name, hf://org/name@revision or"
                + " hf://org/name/file.");
      }
      return hub(parts);
    }
    URI uri = uri(text);
    String base = endpoint.getPath();
    boolean isOfHub = Origin.of(uri).equals(Origin.of(endpoint)) && uri.getPath().startsWith(base);
    Matcher page = PAGE.matcher(isOfHub ? uri.getPath().substring(base.length()) : "");
    return page.matches() && !OTHER_PAGES.contains(page.group("repository").split("/")[0])
        ? hub(page)
        : new Web(uri);
  }

  private static URI uri(String text) throws SentenceException {
    URI uri;
    try {
      int fragment = text.indexOf('#');
      uri = new URI((fragment < 0 ? text : text.substring(0, fragment)).replace(" ", "%20"));
    } catch (URISyntaxException e) {
      throw new SentenceException("This is not an address: {0}.", e.getReason());
    }
    String path = String.valueOf(uri.getPath()).replaceAll("/+$", "");
    if (!Origin.isIn(uri) || path.matches("(.*/)?\\.{0,2}")) {
      throw new SentenceException("The address does not name a server and a file.");
    }
    if (uri.getRawUserInfo() != null) {
      throw new SentenceException(
          "The address contains a user name or a password, which would be visible; remove it.");
    }
    if (!Origin.of(uri).isSafe()) {
      throw new SentenceException("The address is not encrypted; only https:// is opened.");
    }
    return uri;
  }

  private static Hub hub(Matcher parts) throws SentenceException {
    String repository = parts.group("repository");
    String revision =
        Objects.requireNonNullElse(parts.group("revision"), Hub.MAIN).replaceAll("(?i)%2f", "/");
    // Trailing white space would be stripped when the displayed address is parsed again.
    String file =
        Objects.requireNonNullElse(parts.group("file"), "")
            .replaceAll("(?U)[/\\s\\x1c-\\x1f]+$", "");
    if (isUnsafePath(String.join("/", repository, revision, file))) {
      throw new SentenceException(
          "An address of the hub does not contain \".\" or \"..\" as a name.");
    }
    return new Hub(repository, revision, file);
  }

  /// Returns true if a decoded path contains `.` or `..`. Treats a backslash as a separator,
  /// because some servers do.
  static boolean isUnsafePath(String path) {
    return Stream.of(path.split("[/\\\\]")).anyMatch(name -> name.matches("\\.{1,2}"));
  }
}
