package com.throttlex.redis;

import com.throttlex.tck.servers.SentinelGroup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class SentinelStoreTest {
  @Test
  void master_namedBySentinels_isUsedAsTheUserOfTheUrl() throws Exception {
    try (SentinelGroup group = SentinelGroup.start()) {
      LeastPrivilege.grant(group.master(), LeastPrivilege.RULES);
      group.master().command("ACL", "SETUSER", "default", "-@scripting");
      String url = group.url().replace("#", "?timeout=10s#");
      try (Redis redis = Connected.to(LeastPrivilege.url(url, LeastPrivilege.PASSWORD))) {
        EveryUse.of(redis);
      }
    }
  }
}
