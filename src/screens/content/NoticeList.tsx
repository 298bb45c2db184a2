import { Trans, useLingui } from '@lingui/react/macro'
import { content } from '#contract/calls/content.ts'
import { Chip } from '#ui/Chip.tsx'
import { FoldedList } from './FoldedList.tsx'
import { FoldedText } from './FoldedText.tsx'

/** The standing notices, the pinned one first. */
export function NoticeList() {
  const { t } = useLingui()
  return (
    <FoldedList call={content.notices} empty={t`Notices will be here.`} failed={t`The notices did not load`}>
      {(item) => (
        <FoldedText
          key={item.id}
          title={item.title}
          html={item.content}
          at={item.publishTime}
          lang={item.lang}
          mark={
            item.pinned && (
              <Chip>
                <Trans>Pinned</Trans>
              </Chip>
            )
          }
        />
      )}
    </FoldedList>
  )
}
