import { createDrawing } from './drawings.tsx'

// Those that neither the frame nor home shows.

/** A logbook open on the desk: no entries. */
export const LogbookDrawing = createDrawing(
  <path d="M60 20c-7-5-17-6-28-5v33c11-1 21 0 28 5 7-5 17-6 28-5V15c-11-1-21 0-28 5v31M39 24c5-.3 9 .3 13 2M39 32c5-.3 9 .3 13 2M39 40c5-.3 9 .3 13 2M68 26c4-1.7 8-2.3 13-2M68 34c4-1.7 8-2.3 13-2" />,
)
/** A rope through a fairlead: favourites, orders, things one makes fast. */
export const FairleadDrawing = createDrawing(
  <path d="M36 50h48M42 50c0-8 3-12 8-14M78 50c0-8-3-12-8-14M50 36c-3-8 3-16 10-16s13 8 10 16M60 36a5.5 5.5 0 1 0-4-1.6M56 34C46 40 30 32 18 38M64 33c12 4 24-4 38 1" />,
)
