import { Component, computed, inject, input, signal } from '@angular/core';
import { MatFormField, MatInput, MatLabel } from '@angular/material/input';
import { RouterLink } from '@angular/router';
import {
  needsApproval,
  TOOL_CLASSES,
  TOOL_TOPIC_TITLES,
  TOOL_TOPICS,
  type CatalogTool,
  type FleetAgent,
} from '@kenny/contract/web';
import { Session } from '../../../core/session/session';
import { FIELD_LOOK } from '../../../ui/field-look';
import { easiestFirst, isFound, markOf, toolsForAll } from './tool-words';

/**
 * The tools that each of these PCs has, by topic, with links to their forms: reads come first. What is
 * put into it stands under the search.
 */
@Component({
  selector: 'kenny-tool-list',
  imports: [MatFormField, MatInput, MatLabel, RouterLink],
  providers: [FIELD_LOOK],
  template: `
    <mat-form-field appearance="outline" subscriptSizing="dynamic">
      <mat-label>Find a tool</mat-label>
      <input #field matInput type="search" (input)="words.set(field.value)" />
    </mat-form-field>
    <ng-content />
    <p class="dim">
      A tool with a risk asks for approval first. All others only look, and run at once;
      <strong>Private</strong> ones look into people’s files, logs or screen.
    </p>
    @for (group of groups(); track group.title) {
      <h3>{{ group.title }}</h3>
      <ul [attr.aria-label]="group.title">
        @for (tool of group.tools; track tool.name) {
          @let mark = markFor(tool);
          <li>
            <a
              [routerLink]="[]"
              [queryParams]="{ tool: tool.name, approval: null }"
              queryParamsHandling="merge"
              >{{ tool.title }}</a
            >
            @if (mark) {
              <small class="risk" [attr.data-risk]="tool.risk">{{ mark }}</small>
            }
            <span class="dim">{{ tool.description }}</span>
          </li>
        }
      </ul>
    } @empty {
      <p class="dim" role="status">No tool is called that.</p>
    }
  `,
  styleUrl: '../../../ui/risk.css',
  styles: `
    mat-form-field {
      width: min(320px, 100%);
      margin-top: 8px;
    }
    h3 {
      font-size: 14px;
      margin: 14px 0 4px;
    }
    ul {
      list-style: none;
      margin: 0;
      padding: 0;
      display: grid;
      gap: 2px 28px;
      grid-template-columns: repeat(auto-fill, minmax(min(420px, 100%), 1fr));
    }
    li {
      display: grid;
      grid-template-columns: minmax(0, 1fr) auto;
      align-content: start;
      align-items: baseline;
      gap: 0 12px;
      padding: 4px 0;
    }
    a {
      padding: 4px 0;
      justify-self: start;
      font-size: 15px;
      font-weight: 560;
      text-decoration: none;
    }
    a:hover {
      text-decoration: underline;
    }
    p {
      margin: 8px 0 0;
    }
    small {
      font-size: 13px;
    }
    span {
      grid-column: 1 / -1;
      font-size: 13px;
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

  private readonly session = inject(Session);
  /** What is typed; what stands above the list is searched as well. */
  readonly words = signal('');
  private readonly usable = computed(() => toolsForAll(this.tools(), this.pcs()));
  /** By its title, its name on the wire or what it does. */
  private readonly found = computed(() => {
    return easiestFirst(this.usable()).filter(({ title, name, description }) =>
      isFound(this.words(), title, name, description),
    );
  });
  protected readonly groups = computed(() =>
    TOOL_TOPICS.map((topic) => ({
      title: TOOL_TOPIC_TITLES[topic],
      tools: this.found().filter((tool) => tool.topic === topic),
    })).filter(({ tools }) => tools.length > 0),
  );

  protected markFor(tool: CatalogTool): string | undefined {
    const held = TOOL_CLASSES.filter((one) => this.session.holds(one));
    return markOf(tool, needsApproval(tool, held));
  }
}
