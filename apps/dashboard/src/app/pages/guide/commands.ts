import { computed, inject, type Signal } from '@angular/core';
import { Router } from '@angular/router';
import type { Command } from '../../core/commands/command-registry';
import { apiResource } from '../../core/http/api-resource';
import { ALL_GUIDES, loadGuide } from './guide-file';

/** A line of the list of guides, with what stands behind its link. */
const LISTED = /^(?:-|\d+\.) \[([^\]]+)\]\(([a-z0-9-]+)\.md(#[a-z0-9-]+)?\)(.*)$/gm;

/** All but words: what is found is shown without the marks of Markdown. */
const MARKS = /[^\p{L}\p{N}-]+/gu;

/**
 * Guides by their titles, as their list has them.
 * @param opened counts how often the palette was
 */
export function guideCommands(opened: Signal<number>): Signal<readonly Command[]>[] {
  const router = inject(Router);
  const list = apiResource({
    params: () => opened() || undefined,
    loader: () => loadGuide(ALL_GUIDES),
    subject: () => true,
  });
  return [
    computed(() =>
      [...(list.value() ?? '').matchAll(LISTED)].map(([, name = '', file, at = '', also = '']) => {
        const page = `/guides/${file}${at}`;
        return {
          ...{ id: `guide:${page}`, name, kind: 'Help', onlyFound: true, onlyTells: true },
          also: `${file} ${also}`.replace(MARKS, ' '),
          run: () => void router.navigateByUrl(page),
        };
      }),
    ),
  ];
}
