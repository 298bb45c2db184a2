import { account } from '#contract/calls/account.ts'
import { activityReportCheckIntervalMs, activityReportIntervalMs, activityReportTimeStorageKey } from '#contract/constants.ts'
import { meQuery } from '#api/person.ts'
import { queryClient } from '#api/queryClient.ts'
import { sendApiCall } from '#api/send.ts'
import { hasToken } from '#api/session.ts'
import { readLocalStorage, writeLocalStorage } from '#device/storage.ts'

const isDue = (nowMs: number): boolean => {
  const lastMs = Number(readLocalStorage(activityReportTimeStorageKey))
  // A clock set back leaves a time in the future; it must not silence the report for good.
  return !Number.isFinite(lastMs) || lastMs > nowMs || nowMs - lastMs >= activityReportIntervalMs
}

/** Tells the support queue that this person is here, at most once an hour, unless they asked not to be shown. */
function reportOnlineIfDue(nowMs = Date.now()): void {
  const settings = queryClient.getQueryData(meQuery().queryKey)?.settings
  if (!hasToken() || settings?.presence === 0 || !navigator.onLine || !isDue(nowMs)) return
  writeLocalStorage(activityReportTimeStorageKey, String(nowMs))
  // The answer is not read; a failure waits for the next hour.
  sendApiCall(account.reportOnline, {}).catch(() => undefined)
}

/** On start: that the session is in use, and the hourly report, checked now and every 60 s (docs/rules/accounts.md). Gives a way to stop. */
export function startActivityReports(): () => void {
  if (hasToken()) sendApiCall(account.reportActive, {}).catch(() => undefined)
  reportOnlineIfDue()
  const timer = setInterval(() => reportOnlineIfDue(), activityReportCheckIntervalMs)
  return () => clearInterval(timer)
}
