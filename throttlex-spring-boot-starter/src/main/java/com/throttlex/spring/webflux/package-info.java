/**
 * The filters of reactive applications, before and after Spring Security. Start with {@link
 * com.throttlex.spring.webflux.ThrottleXWebFluxAutoConfiguration}.
 */
@NullMarked
package com.throttlex.spring.webflux;

import org.jspecify.annotations.NullMarked;
