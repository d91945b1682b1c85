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
      copyAccess(wanted, target);
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

  /// Copies the permissions and the access control list. Linux uses the permissions of the group as
  /// the mask of the list, and setting the list also sets them. They remain unset if the list
  /// cannot be copied.
  private void copyAccess(PosixFileAttributes wanted, PosixFileAttributeView target)
      throws IOException {
    PosixFileAttributes found = target.readAttributes();
    boolean hasGroup = found.group().equals(wanted.group());
    Optional<LinuxCalls> calls = LinuxCalls.OF_THIS_SYSTEM;
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
    Set<PosixFilePermission> permissions = wanted.permissions();
    if (needsList) {
      permissions = ofGroup(wanted, _ -> false);
    } else if (!hasGroup) {
      // The group of the new file must not get permissions that others do not have.
      permissions =
          ofGroup(wanted, each -> wanted.permissions().contains(toOthersPermission(each)));
    }
    // File systems with fixed permissions reject any change, so equal permissions are not set.
    if (!found.permissions().equals(permissions)) {
      target.setPermissions(permissions);
    }
    boolean canCopy = hasGroup && list.isPresent();
    if (needsList && !(canCopy && calls.get().setAccessControlList(to, list.get()))) {
      failedAttributes.add("access control list");
    }
  }

  private static Set<PosixFilePermission> ofGroup(
      PosixFileAttributes wanted, Predicate<PosixFilePermission> isKept) {
    return wanted.permissions().stream()
        .filter(each -> !each.name().startsWith("GROUP_") || isKept.test(each))
        .collect(Collectors.toSet());
  }

  private static PosixFilePermission toOthersPermission(PosixFilePermission ofGroup) {
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
