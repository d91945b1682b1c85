package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.work.IoRunnable;

/// Copies the attributes of a file to a new file, except the modification time.
///
/// @param failedAttributes collects the names of attributes that could not be copied
record AttributeCopy(Path from, Path to, List<String> failedAttributes) {

  /// Copies the attributes. If the group cannot be set, removes group permissions that other users
  /// do not have.
  ///
  /// @return the names of attributes that could not be copied
  /// @throws IOException if the permissions could not be set
  List<String> run() throws IOException {
    attempt("extended attributes", this::copyExtendedAttributes);
    attempt("access control list", this::copyList);
    attempt("creation time", this::copyCreationTime);
    PosixFileAttributeView target = Files.getFileAttributeView(to, PosixFileAttributeView.class);
    if (target != null) {
      PosixFileAttributes wanted = Files.readAttributes(from, PosixFileAttributes.class);
      // A new file inherits the default list of its folder, which may grant more access.
      LinuxCalls.OF_THIS_SYSTEM.ifPresent(calls -> calls.removeAccessControlList(to));
      copyOwner(wanted, target);
      copyPermissions(wanted, target);
      LinuxCalls.OF_THIS_SYSTEM.ifPresent(calls -> copyLinuxList(calls, wanted, target));
    }
    return List.copyOf(failedAttributes);
  }

  private void attempt(String what, IoRunnable step) {
    try {
      step.run();
    } catch (IOException | UnsupportedOperationException e) {
      failedAttributes.add(what);
    }
  }

  private void copyOwner(PosixFileAttributes wanted, PosixFileAttributeView target)
      throws IOException {
    PosixFileAttributes found = target.readAttributes();
    if (!found.group().equals(wanted.group())) {
      attempt("group", () -> target.setGroup(wanted.group()));
    }
    if (!found.owner().equals(wanted.owner())) {
      attempt("owner", () -> target.setOwner(wanted.owner()));
    }
  }

  private static void copyPermissions(PosixFileAttributes wanted, PosixFileAttributeView target)
      throws IOException {
    PosixFileAttributes found = target.readAttributes();
    Set<PosixFilePermission> permissions = wanted.permissions();
    if (!found.group().equals(wanted.group())) {
      // The group of the new file must not get permissions that others do not have.
      permissions = ofGroup(wanted, each -> wanted.permissions().contains(ofOthers(each)));
    }
    // File systems with fixed permissions reject any change, so equal permissions are not set.
    if (!found.permissions().equals(permissions)) {
      target.setPermissions(permissions);
    }
  }

  /// Copies the access control list. If that fails, or an inherited list could not be removed,
  /// removes the group permissions, which Linux uses as the mask of the list.
  private void copyLinuxList(
      LinuxCalls calls, PosixFileAttributes wanted, PosixFileAttributeView target) {
    Optional<byte[]> list = calls.accessControlList(from);
    boolean isCopied =
        list.isPresent()
            ? calls.setAccessControlList(to, list.get())
            : calls.accessControlList(to).isEmpty();
    if (!isCopied) {
      failedAttributes.add("access control list");
      attempt("permissions of the group", () -> target.setPermissions(ofGroup(wanted, _ -> false)));
    }
  }

  private static Set<PosixFilePermission> ofGroup(
      PosixFileAttributes wanted, Predicate<PosixFilePermission> isKept) {
    return wanted.permissions().stream()
        .filter(each -> !each.name().startsWith("GROUP_") || isKept.test(each))
        .collect(Collectors.toSet());
  }

  private static PosixFilePermission ofOthers(PosixFilePermission ofGroup) {
    return PosixFilePermission.valueOf(ofGroup.name().replace("GROUP_", "OTHERS_"));
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
  }
}
