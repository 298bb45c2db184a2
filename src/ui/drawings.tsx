import type { ReactNode } from 'react'

const drawn = (shape: ReactNode) =>
  function Drawing() {
    return (
      <svg
        width="7.5rem"
        height="4.5rem"
        viewBox="0 0 120 72"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.25}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
      >
        {shape}
        <path d="M6 58c6-3 10-3 16 0s10 3 16 0 10-3 16 0 10 3 16 0 10-3 16 0 10 3 16 0 8-2.5 12-1.5" opacity=".55" />
        <path d="M30 66c5-2.5 8-2.5 13 0s8 2.5 13 0 8-2.5 13 0 8 2.5 13 0" opacity=".3" />
      </svg>
    )
  }

/** A boat at its mooring: nothing here yet. */
export const Boat = drawn(<path d="M38 47h44l-6 8.5H45ZM60 47V14M60 17c9 6 13 14 14 25H60M60 20c-6 6-9 13-10 22h10M60 12.5l5-2.5" />)
/** A logbook open on the desk: no entries. */
export const Logbook = drawn(
  <path d="M60 20c-7-5-17-6-28-5v33c11-1 21 0 28 5 7-5 17-6 28-5V15c-11-1-21 0-28 5v31M39 24c5-.3 9 .3 13 2M39 32c5-.3 9 .3 13 2M39 40c5-.3 9 .3 13 2M68 26c4-1.7 8-2.3 13-2M68 34c4-1.7 8-2.3 13-2" />,
)
/** A lighthouse with its lamp out: we could not reach the harbour. */
export const Lighthouse = drawn(
  <path
    d="M53 52l3-28h8l3 28M54.5 40h11M52 24h16M55 24v-8h10v8M53.5 16h13L60 10ZM44 20l-8-2M44 14l-6-5M76 20l8-2M76 14l6-5"
    strokeDasharray="none"
  />,
)
/** A rope through a fairlead: favourites, orders, things one makes fast. */
export const Fairlead = drawn(
  <path d="M36 50h48M42 50c0-8 3-12 8-14M78 50c0-8-3-12-8-14M50 36c-3-8 3-16 10-16s13 8 10 16M60 36a5.5 5.5 0 1 0-4-1.6M56 34C46 40 30 32 18 38M64 33c12 4 24-4 38 1" />,
)
