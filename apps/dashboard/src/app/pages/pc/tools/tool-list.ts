import { Component, computed, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { CatalogTool, FleetAgent } from '@kenny/contract/web';
import { isForPcs, toolsForAll } from './tool-words';

/** The tools that each of these PCs has, with links to their forms. */
@Component({
  selector: 'kenny-tool-list',
  imports: [RouterLink],
  template: `
    @for (group of groups(); track group.title) {
      <h3>{{ group.title }}</h3>
      <ul [attr.aria-label]="group.title">
        @for (tool of group.tools; track tool.name) {
          <li>
            <a
              [routerLink]="[]"
              [queryParams]="{ tool: tool.name, approval: null }"
              queryParamsHandling="merge"
              >{{ tool.title }}</a
            >
            <span class="dim"
              >{{ tool.description }} <code>{{ tool.name }}</code></span
            >
          </li>
        }
      </ul>
    }
    @if (others(); as count) {
      <p class="dim">{{ count }} more {{ count === 1 ? 'is' : 'are' }} for other systems.</p>
    }
  `,
  styles: `
    h3 {
      font-size: 13px;
      margin: 10px 0 2px;
    }
    ul {
      list-style: none;
      margin: 0;
      padding: 0;
      display: grid;
      gap: 2px 24px;
      grid-template-columns: repeat(auto-fill, minmax(min(420px, 100%), 1fr));
    }
    li {
      display: grid;
      align-content: start;
      padding: 4px 0;
    }
    a {
      padding: 4px 0;
      justify-self: start;
    }
    @media (pointer: coarse), (max-width: 760px) {
      a {
        display: flex;
        align-items: center;
        min-height: 44px;
        padding: 0;
        box-sizing: border-box;
      }
    }
  `,
})
export class ToolList {
  readonly pcs = input.required<readonly FleetAgent[]>();
  readonly tools = input.required<readonly CatalogTool[]>();

  private readonly usable = computed(() => toolsForAll(this.tools(), this.pcs()));
  /** Where there are several, whose is missing is the page's to say. */
  protected readonly others = computed(() =>
    this.pcs().length === 1 ? this.tools().filter(isForPcs).length - this.usable().length : 0,
  );
  protected readonly groups = computed(() =>
    [
      { title: 'Read', tools: this.usable().filter(({ effect }) => effect === 'read') },
      { title: 'Change', tools: this.usable().filter(({ effect }) => effect === 'change') },
    ].filter(({ tools }) => tools.length > 0),
  );
}
