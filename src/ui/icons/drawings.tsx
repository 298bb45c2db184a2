import type { ReactNode } from 'react'

/** A drawing above water. */
export const createDrawing = (shape: ReactNode) =>
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
export const BoatDrawing = createDrawing(
  <path d="M38 47h44l-6 8.5H45ZM60 47V14M60 17c9 6 13 14 14 25H60M60 20c-6 6-9 13-10 22h10M60 12.5l5-2.5" />,
)
/** A lighthouse with its lamp out: we could not reach the harbour. */
export const LighthouseDrawing = createDrawing(
  <path
    d="M53 52l3-28h8l3 28M54.5 40h11M52 24h16M55 24v-8h10v8M53.5 16h13L60 10ZM44 20l-8-2M44 14l-6-5M76 20l8-2M76 14l6-5"
    strokeDasharray="none"
  />,
)
