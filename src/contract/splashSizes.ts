/**
 * Screens of iPhones and iPads upright: width and height in CSS pixels, and pixels to each. iOS shows a picture while an app starts
 * only when one has exactly this size; `server/build/pictures.ts` draws them.
 */
export const splashSizes: readonly (readonly [width: number, height: number, ratio: number])[] = [
  [320, 568, 2],
  [375, 667, 2],
  [375, 812, 3],
  [390, 844, 3],
  [393, 852, 3],
  [402, 874, 3],
  [414, 736, 3],
  [414, 896, 2],
  [414, 896, 3],
  [420, 912, 3],
  [428, 926, 3],
  [430, 932, 3],
  [440, 956, 3],
  [744, 1133, 2],
  [768, 1024, 2],
  [810, 1080, 2],
  [820, 1180, 2],
  [834, 1112, 2],
  [834, 1194, 2],
  [834, 1210, 2],
  [1024, 1366, 2],
  [1032, 1376, 2],
]

export const splashSchemes = ['light', 'dark'] as const

/** Where a picture is served. */
export const splashImagePath = (width: number, height: number, scheme: (typeof splashSchemes)[number]): string =>
  `/splash/${width}x${height}-${scheme}.png`
