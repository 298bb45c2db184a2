import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { query } from '#api/query.ts'
import { content } from '#contract/calls/content.ts'
import { useLanguage } from '#i18n/i18n.ts'
import { path } from '#sitemap'
import { Bell } from '#ui/icons.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import styles from './Home.module.css'

const staleMs = 300_000

const most = 3

/** The newest notices, each standing still until it is swiped on. Nothing at all while there is none. */
export function NoticeLine() {
  const { t } = useLingui()
  const { code } = useLanguage()
  const { data, isPending } = useQuery({ ...query(content.notices, { lang: code, pageSize: most }), staleTime: staleMs })
  const notices = data?.records.slice(0, most) ?? []
  const all = notices.length
  if (isPending) {
    return (
      <span className={styles.notice}>
        <Skeleton width={14} />
      </span>
    )
  }
  if (all === 0) return null
  return (
    <ul className={styles.notices}>
      {notices.map(({ id, title }, index) => {
        const place = index + 1
        return (
          <li key={id}>
            <Link to={path.announcements} className={styles.notice}>
              <Bell className={styles.bell} />
              <span>
                <span className="visuallyHidden">{t`Notice:`} </span>
                {title}
              </span>
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
