import type { ReactNode, SVGProps } from 'react'

export type IconProps = Omit<SVGProps<SVGSVGElement>, 'children'>

// 24 px, 1.5 px stroke, round caps, corners left a little open: a rope's end rather than a seal. A shape that nobody draws is left out of the build.
/** An icon out of its shapes. */
/* @__NO_SIDE_EFFECTS__ */
export const createIcon = (shape: ReactNode) =>
  function Icon(props: IconProps) {
    return (
      <svg
        width="1.5rem"
        height="1.5rem"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
        {...props}
      >
        {shape}
      </svg>
    )
  }
/** An icon out of one path. */
/* @__NO_SIDE_EFFECTS__ */
export const createOutlineIcon = (d: string) => createIcon(<path d={d} />)
/** The same outline, filled with ink: for the tab that is open. */
/* @__NO_SIDE_EFFECTS__ */
export const createFilledIcon = (d: string, cutoutPath?: string) =>
  createIcon(
    <>
      <path d={d} fill="currentColor" />
      {cutoutPath && <path d={cutoutPath} stroke="var(--color-surface)" />}
    </>,
  )
