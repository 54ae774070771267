package com.throttlex.spring.refresh;

import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.context.ApplicationListener;

/**
 * Reads the rules again after every refresh of the environment by Spring Cloud, because a rule file
 * may have changed without any property.
 */
final class EnvironmentChangeListener implements ApplicationListener<EnvironmentChangeEvent> {
  private final RuleRefresh refresh;

  EnvironmentChangeListener(RuleRefresh refresh) {
    this.refresh = refresh;
  }

  @Override
  public void onApplicationEvent(EnvironmentChangeEvent event) {
    refresh.refresh();
  }
}
