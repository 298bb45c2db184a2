import { desktopLimitPx } from '#contract/constants.ts'
import { systemSettingsQuery } from '#api/person.ts'
import { queryClient } from '#api/queryClient.ts'

export interface Surroundings {
  isLimited: boolean
  widthPx: number
  userAgent: string
  isFramed: boolean
}

const mobile = /Android|iPhone|iPad|iPod|Mobile|Windows Phone|BlackBerry|webOS/i

/** Whether the desktop page takes over: limited by the system, wider than 575 px, no mobile device, in no frame (requirements §2). */
export const belongsOnDesktopPage = ({ isLimited, widthPx, userAgent, isFramed }: Surroundings): boolean =>
  isLimited && widthPx > desktopLimitPx && !mobile.test(userAgent) && !isFramed

/** Where /pc.html finds the way back. */
const leftAddressKey = 'left-address'

const surroundings = (isLimited: boolean): Surroundings => ({
  isLimited,
  widthPx: window.innerWidth,
  userAgent: navigator.userAgent,
  isFramed: window.self !== window.top,
})

function leaveIfLimited(isLimited: boolean): void {
  if (!belongsOnDesktopPage(surroundings(isLimited))) return
  try {
    sessionStorage.setItem(leftAddressKey, location.pathname + location.search + location.hash)
  } catch {
    // Without session storage /pc.html leads home.
  }
  location.replace('/pc.html')
}

/** Reads `isPcLimite` once and keeps to it, also when the window grows. */
export async function keepDesktopLimit(): Promise<void> {
  const settings = await queryClient.ensureQueryData(systemSettingsQuery()).catch(() => undefined)
  if (settings?.isPcLimite !== 1) return
  leaveIfLimited(true)
  window.addEventListener('resize', () => leaveIfLimited(true))
}
