# Finds a Java and runs a jar of ThrottleX with it. bin/throttlex and the launcher of the source tree
# read this file, and set no other options. Needs only a POSIX shell if JAVA_HOME is right.

oldest_java=17

fail() {
  echo "throttlex: $*" >&2
  exit 3
}

# Sets version to the feature version of the Java in a folder, or to 0.
java_version() {
  version=
  if [ -n "$1" ] && [ -x "$1/bin/java" ]; then
    if [ -f "$1/release" ]; then
      while IFS= read -r line; do
        case $line in JAVA_VERSION=*) version=${line#*\"} ;; esac
      done <"$1/release"
    else
      version=$("$1/bin/java" -version 2>&1 | sed -n 's/.*version "\(.*\)/\1/p')
    fi
  fi
  version=${version%%[!0-9]*}
  version=${version:-0}
}

# Sets java_home and java, its version: the Java of JAVA_HOME if it is new enough, or else the
# newest one found. The argument is the tool that it must have: java, or javac for a build.
find_java() {
  java_home=${JAVA_HOME:-}
  java_version "$java_home"
  java=$version
  if [ "$java" -ge "$oldest_java" ] && [ -x "$java_home/bin/$1" ]; then
    return
  fi
  java=0
  on_path=$(command -v java || true)
  if [ -n "$on_path" ]; then
    on_path=$(readlink -f "$on_path" 2>/dev/null || echo "$on_path")
    on_path=${on_path%/bin/java}
  fi
  for candidate in "$on_path" /usr/lib/jvm/* /opt/java/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home "${HOME:-}"/.sdkman/candidates/java/*; do
    java_version "$candidate"
    if [ "$version" -gt "$java" ] && [ -x "$candidate/bin/$1" ]; then
      java=$version
      java_home=$candidate
    fi
  done
  [ "$java" -ge "$oldest_java" ] ||
    fail "no Java found (expected: $oldest_java or later; set JAVA_HOME)"
}

# Whether a folder can take a class archive: it may be written, and its disk has 100 MB left.
has_room() {
  [ -w "$1" ] && df -Pk "$1" 2>/dev/null | {
    read -r _
    read -r _ _ _ free _
    [ "${free:-0}" -gt 102400 ]
  }
}

# launch JAR CACHE ARGUMENT...: becomes the program. CACHE is the folder of its class archives, or
# empty for none.
launch() {
  jar=$1
  cache=$2
  shift 2
  command=${1:-}
  # The options are split at blanks on purpose.
  # shellcheck disable=SC2086
  set -- ${THROTTLEX_JAVA_OPTS:-} -jar "$jar" "$@"
  # Smaller objects: less memory for every key.
  [ "$java" -lt 25 ] || set -- -XX:+UseCompactObjectHeaders "$@"
  # The jar's manifest allows access to native code, because an option would slow down the start.
  [ "$java" -lt 24 ] || set -- --sun-misc-unsafe-memory-access=allow "$@"
  # The first run of each command creates a class archive, so that later runs start faster.
  if [ "$java" -ge 19 ] && [ -n "$cache" ]; then
    archive=${jar##*/}
    archive=$cache/${archive%.jar}
    case $command in
      serve | proxy | check | health | rules | replay | suggest) archive=$archive-$command.jsa ;;
      *) archive=$archive.jsa ;;
    esac
    set -- -Xshare:auto -Xlog:cds=off -Xlog:cds+dynamic=off "$@"
    # A JVM that fails to write its archive ends with exit code 1.
    if has_room "$cache"; then
      set -- -XX:+AutoCreateSharedArchive "-XX:SharedArchiveFile=$archive" "$@"
    elif [ -f "$archive" ]; then
      set -- "-XX:SharedArchiveFile=$archive" "$@"
    fi
  fi
  # A short command starts faster without the optimising compiler. Commands that read logs need it.
  case $command in
    serve | proxy) ;;
    replay | suggest) set -- -XX:+UseSerialGC "$@" ;;
    *) set -- -XX:+UseSerialGC -XX:TieredStopAtLevel=1 "$@" ;;
  esac
  exec "$java_home/bin/java" -XX:+ExitOnOutOfMemoryError "$@"
}
