import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { isUnanswered } from '#api/apiError.ts'
import { query } from '#api/query.ts'
import { content, type Notice } from '#contract/calls/content.ts'
import { useLanguage } from '#i18n/i18n.ts'
import { path } from '#sitemap'
import { Bell } from '#ui/icons.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import styles from './Home.module.css'
import { useAtWhileCutOff } from './useAtWhileCutOff.ts'

const FromSaved = lazy(() => import('./FromSaved.tsx').then((module) => ({ default: module.FromSaved })))

const staleMs = 300_000

const most = 3

/** The newest notices; without a signal, those that this device has saved. */
export function NoticeLine() {
  const { code } = useLanguage()
  const asked = useQuery({ ...query(content.notices, { lang: code, pageSize: most }), staleTime: staleMs })
  const { data, error, isPending } = asked
  const at = useAtWhileCutOff(asked)
  if (isPending) return <Waiting />
  if (data) return <Notices notices={data.records} at={at} />
  if (!isUnanswered(error)) return null
  return (
    <Suspense fallback={<Waiting />}>
      <FromSaved waiting={<Waiting />} none={null}>
        {(saved) => <Notices notices={saved.notices} at={undefined} />}
      </FromSaved>
    </Suspense>
  )
}

const Waiting = () => (
  <span className={styles.notice}>
    <Skeleton width={14} />
  </span>
)

/** Each standing still until it is swiped on. Nothing at all while there is none. */
function Notices({ notices, at }: { notices: readonly Notice[]; at: number | undefined }) {
  const { t } = useLingui()
  const shown = notices.slice(0, most)
  const all = shown.length
  if (all === 0) return null
  return (
    <ul className={styles.notices}>
      {shown.map(({ id, title }, index) => {
        const place = index + 1
        return (
          <li key={id}>
            <Link to={path.announcements} search={{ id }} className={styles.notice}>
              <Bell className={styles.bell} />
              <span>
                <span className="visuallyHidden">{t`Notice:`} </span>
                {title}
              </span>
              <AgeChip at={at} />
              {all > 1 && (
                <small className={styles.place} aria-hidden="true">
                  {place}/{all}
                </small>
              )}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
