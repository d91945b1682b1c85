package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.work.IoRunnable;

/// A copy of the attributes of a file to a new file, except the modification time.
///
/// @param calls empty on systems other than Linux
/// @param failedAttributes collects the names of attributes that could not be copied
record AttributeCopy(
    Path from, Path to, Optional<LinuxCalls> calls, List<String> failedAttributes) {

  private static final String OWNER = "OWNER_";
  private static final String GROUP = "GROUP_";
  private static final String OTHERS = "OTHERS_";

  /// `ACL_USER`, `ACL_GROUP_OBJ` and `ACL_OTHER`. Tags up to `ACL_USER` belong to users.
  private static final short TAG_USER = 0x02;

  private static final short TAG_GROUP = 0x04;
  private static final short TAG_OTHERS = 0x20;

  /// Copies the attributes. If the group cannot be set, removes the permissions that only the group
  /// or only others have.
  ///
  /// @throws IOException if the permissions could not be set
  List<String> run() throws IOException {
    attempt("extended attributes", this::copyExtendedAttributes);
    attempt("access control list", this::copyList);
    attempt("creation time", this::copyCreationTime);
    PosixFileAttributeView target = Files.getFileAttributeView(to, PosixFileAttributeView.class);
    if (target != null) {
      PosixFileAttributes wanted = Files.readAttributes(from, PosixFileAttributes.class);
      // A new file inherits the default list of its folder, which may grant more access.
      calls.ifPresent(linux -> linux.removeAccessControlList(to));
      copyOwner(wanted, target);
      copyAccess(wanted, target);
    }
    return List.copyOf(failedAttributes);
  }

  private void attempt(String attribute, IoRunnable step) {
    try {
      step.run();
    } catch (IOException | UnsupportedOperationException e) {
      failedAttributes.add(attribute);
    }
  }

  private void copyOwner(PosixFileAttributes wanted, PosixFileAttributeView target)
      throws IOException {
    PosixFileAttributes attributes = target.readAttributes();
    if (!attributes.group().equals(wanted.group())) {
      attempt("group", () -> target.setGroup(wanted.group()));
    }
    if (!attributes.owner().equals(wanted.owner())) {
      attempt("owner", () -> target.setOwner(wanted.owner()));
    }
  }

  /// Copies the permissions and the access control list. If there is a list, only the owner has
  /// access until the list is set, which also sets the permissions of the group and of others.
  void copyAccess(PosixFileAttributes wanted, PosixFileAttributeView target) throws IOException {
    PosixFileAttributes attributes = target.readAttributes();
    boolean hasGroup = attributes.group().equals(wanted.group());
    Optional<byte[]> list = Optional.empty();
    boolean needsList = false;
    try {
      if (calls.isPresent()) {
        list = calls.get().accessControlList(from);
        needsList = list.isPresent() || calls.get().accessControlList(to).isPresent();
      }
    } catch (IOException e) {
      needsList = true;
    }
    Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
    for (PosixFilePermission each : wanted.permissions()) {
      // With another group, neither the group nor others must get permissions that the other lacks.
      if (each.name().startsWith(OWNER)
          || !needsList && (hasGroup || wanted.permissions().contains(counterpart(each)))) {
        permissions.add(each);
      }
    }
    // File systems with fixed permissions reject any change, so equal permissions are not set.
    if (!attributes.permissions().equals(permissions)) {
      target.setPermissions(permissions);
    }
    if (needsList && !(list.isPresent() && setList(calls.get(), list.get(), hasGroup))) {
      failedAttributes.add("access control list");
    }
  }

  /// Sets an access control list, see `acl(5)`. With another group, the entries of the group and of
  /// others get only permissions that all groups, others and the mask have, because members of the
  /// original group become others.
  ///
  /// @param list 4 bytes, and entries of a 2-byte tag, 2-byte permissions and a 4-byte identifier
  /// @return false if that fails
  private boolean setList(LinuxCalls calls, byte[] list, boolean hasGroup) {
    ByteBuffer entries = ByteBuffer.wrap(list.clone()).order(ByteOrder.LITTLE_ENDIAN);
    short common = -1;
    for (int at = 4; at + 8 <= list.length; at += 8) {
      common &= entries.getShort(at) > TAG_USER ? entries.getShort(at + 2) : -1;
    }
    for (int at = 4; at + 8 <= list.length && !hasGroup; at += 8) {
      short tag = entries.getShort(at);
      if (tag == TAG_GROUP || tag == TAG_OTHERS) {
        entries.putShort(at + 2, common);
      }
    }
    return calls.setAccessControlList(to, entries.array());
  }

  /// Returns the permission of others for a permission of the group, and vice versa.
  private static PosixFilePermission counterpart(PosixFilePermission permission) {
    String name = permission.name();
    return PosixFilePermission.valueOf(
        name.startsWith(GROUP) ? name.replace(GROUP, OTHERS) : name.replace(OTHERS, GROUP));
  }

  private void copyCreationTime() throws IOException {
    FileTime creationTime = Files.readAttributes(from, BasicFileAttributes.class).creationTime();
    Files.getFileAttributeView(to, BasicFileAttributeView.class).setTimes(null, null, creationTime);
  }

  private void copyList() throws IOException {
    AclFileAttributeView source = Files.getFileAttributeView(from, AclFileAttributeView.class);
    AclFileAttributeView target = Files.getFileAttributeView(to, AclFileAttributeView.class);
    if (source != null && target != null) {
      target.setAcl(source.getAcl());
    }
  }

  private void copyExtendedAttributes() throws IOException {
    Class<UserDefinedFileAttributeView> view = UserDefinedFileAttributeView.class;
    UserDefinedFileAttributeView source = Files.getFileAttributeView(from, view);
    UserDefinedFileAttributeView target = Files.getFileAttributeView(to, view);
    // The view may exist although the file system does not support these attributes.
    if (source != null
        && target != null
        && Files.getFileStore(from).supportsFileAttributeView("user")) {
      for (String name : source.list()) {
        ByteBuffer value = ByteBuffer.allocate(source.size(name));
        source.read(name, value);
        target.write(name, value.flip());
      }
    }
    if (calls.isPresent()) {
      List<String> names = new ArrayList<>(calls.get().attributeNames(from));
      names.removeAll(calls.get().attributeNames(to));
      // The system itself writes checksums (ima and evm).
      if (names.stream().anyMatch(name -> name.matches("(trusted|security)\\.(?!ima$|evm$).*"))) {
        throw new UnsupportedOperationException();
      }
    }
  }
}
