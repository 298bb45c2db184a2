/** Whether this is an iPhone or iPad. An iPad says that it is a Mac; only its touch screen tells them apart. */
export const isAppleMobile = (userAgent = navigator.userAgent, touchPoints = navigator.maxTouchPoints): boolean =>
  /iPhone|iPad|iPod/.test(userAgent) || (/Mac/.test(userAgent) && touchPoints > 1)
