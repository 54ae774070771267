package com.throttlex.spring.refresh;

import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.context.ApplicationListener;

/**
 * Reads the rules again when Spring Cloud has refreshed the environment, whatever has changed
 * there: a rule file may have changed without any property.
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
