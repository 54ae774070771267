/**
 * Shared stores, found by the scheme of their URL. A module contains a {@link
 * com.throttlex.provider.StoreProvider} and names it in {@code META-INF/services}; the service and
 * the Spring Boot starter open it through {@link com.throttlex.provider.StoreProviders}.
 */
@NullMarked
package com.throttlex.provider;

import org.jspecify.annotations.NullMarked;
