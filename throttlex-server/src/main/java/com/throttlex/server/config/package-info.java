/**
 * The service's configuration: from options, environment and {@code throttlex.yml} to plain data.
 *
 * <p>Everything starts at {@link com.throttlex.server.config.SettingsReader} and ends as {@link
 * com.throttlex.server.config.Settings}. All keys are in {@code SettingKey}; {@code SettingSources}
 * finds the strongest word on each, and the other readers make values of it.
 */
@NullMarked
package com.throttlex.server.config;

import org.jspecify.annotations.NullMarked;
