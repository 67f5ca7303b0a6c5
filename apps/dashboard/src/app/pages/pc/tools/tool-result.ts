import { Component, computed, effect, input } from '@angular/core';
import type { CatalogTool, ScreenCaptureResult } from '@kenny/contract/web';
import { visibleText } from '@kenny/kernel';
import { factOf, type Fact } from '../../../core/facts/fact';
import { Facts } from '../../../ui/facts/facts';

const PICTURE: ScreenCaptureResult['format'] = 'png';

/** A tool's result: text, tables, or a picture. */
@Component({
  selector: 'kenny-tool-result',
  imports: [Facts],
  template: `
    @if (picture(); as url) {
      <img [src]="url" [alt]="alt()" />
    }
    @if (fact(); as fact) {
      <kenny-facts [fact]="fact" label="Result" />
    }
  `,
  styles: `
    :host {
      display: block;
    }
    img {
      max-width: 100%;
      height: auto;
      border: 1px solid var(--line);
    }
  `,
})
export class ToolResult {
  readonly result = input.required<Readonly<Record<string, unknown>>>();
  readonly tool = input<CatalogTool>();
  readonly from = input('');

  /** An address of the page's own: the picture is in no text and in no link. */
  protected readonly picture = computed(() => {
    const picture = pictureIn(this.result());
    return picture ? URL.createObjectURL(picture) : null;
  });
  protected readonly alt = computed(() => `Screen of ${visibleText(this.from())}, just now`);
  protected readonly fact = computed(() =>
    this.picture() === null ? factOf(this.result(), this.tool()?.result) : null,
  );

  constructor() {
    effect((onCleanup) => {
      const url = this.picture();
      if (url !== null) onCleanup(() => URL.revokeObjectURL(url));
    });
  }
}

/** What a result says beside its picture. */
export function wordsIn(
  result: Readonly<Record<string, unknown>>,
  tool: CatalogTool | undefined,
): Fact | null {
  const { image_b64 }: { [K in keyof ScreenCaptureResult]?: unknown } = result;
  return typeof image_b64 === 'string' ? null : factOf(result, tool?.result);
}

/** Only a picture that can be decoded; whatever else is there is shown as text. */
function pictureIn(result: { readonly [K in keyof ScreenCaptureResult]?: unknown }): Blob | null {
  const { image_b64, format } = result;
  if (typeof image_b64 !== 'string' || format !== PICTURE) return null;
  try {
    const bytes = Uint8Array.from(atob(image_b64), (char) => char.charCodeAt(0));
    return new Blob([bytes], { type: `image/${PICTURE}` });
  } catch {
    // No base64: then it is text like any other.
    return null;
  }
}
