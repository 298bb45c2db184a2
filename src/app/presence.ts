import { account } from '#contract/calls/account.ts'
import { activeReportCheckMs, activeReportEveryMs, activeReportKey } from '#contract/constants.ts'
import { meQuery } from '#api/person.ts'
import { queryClient } from '#api/queryClient.ts'
import { send } from '#api/send.ts'
import { hasToken } from '#api/session.ts'
import { readStored, store } from '#device/storage.ts'

const isDue = (nowMs: number): boolean => {
  const lastMs = Number(readStored(activeReportKey))
  // A clock set back leaves a time in the future; it must not silence the report for good.
  return !Number.isFinite(lastMs) || lastMs > nowMs || nowMs - lastMs >= activeReportEveryMs
}

/** Tells the support queue that this person is here, at most once an hour, unless they asked not to be shown (call 17). */
function reportOnlineIfDue(nowMs = Date.now()): void {
  const settings = queryClient.getQueryData(meQuery().queryKey)?.settings
  if (!hasToken() || settings?.presence === 0 || !navigator.onLine || !isDue(nowMs)) return
  store(activeReportKey, String(nowMs))
  // The answer is not read; a failure waits for the next hour.
  send(account.reportOnline, {}).catch(() => undefined)
}

/** On start: the activity report, and the hourly one, checked now and every 60 s (requirements §7). Gives a way to stop. */
export function startPresence(): () => void {
  if (hasToken()) send(account.reportActive, {}).catch(() => undefined)
  reportOnlineIfDue()
  const timer = setInterval(() => reportOnlineIfDue(), activeReportCheckMs)
  return () => clearInterval(timer)
}
